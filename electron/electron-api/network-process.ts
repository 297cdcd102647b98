import { app } from 'electron';

/*
 * Chromium's network service runs in a process of its own. Where that ends (a crash, a security program), Chromium starts
 * another one, without the certificate rules that sessions had, and each open request fails.
 */

const SERVICE_NAME = 'network.mojom.NetworkService';

const listeners = new Set<() => void>();
let endCount = 0;

let isWatched = false;

/** Call before the first session is made. Further calls do nothing. */
export function watchNetworkProcess(): void {
  if (isWatched) return;
  isWatched = true;
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName !== SERVICE_NAME) return;
    endCount += 1;
    for (const listener of [...listeners]) listener();
  });
}

/** How many network processes have ended in this run, as far as Electron has reported it. */
export function networkProcessEnds(): number {
  return endCount;
}

/** @returns a function that removes the listener */
export function onNetworkProcessEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Waits for an answer of the network process, or for the end of that process: Electron never
 * settles a promise whose process has ended.
 *
 * @param limitMs limits the wait, because a process may have ended without a report yet
 * @returns null where the process ended, did not answer in time, or rejected
 */
export function answerOfNetworkProcess<Value>(
  limitMs: number,
  answer: Promise<Value>,
): Promise<Value | null> {
  return new Promise((resolve) => {
    const settle = (value: Value | null): void => {
      clearTimeout(timer);
      listeners.delete(onEnd);
      resolve(value);
    };
    const onEnd = (): void => {
      settle(null);
    };
    const timer = setTimeout(onEnd, limitMs);
    listeners.add(onEnd);
    answer.then(settle, onEnd);
  });
}
