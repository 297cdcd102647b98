import { app } from 'electron';

/*
 * Chromium's network service runs in a process of its own. Where that ends (a crash, a security program), Chromium starts
 * another one, without the certificate rules that sessions had, and each open request fails.
 */

const SERVICE_NAME = 'network.mojom.NetworkService';

const listeners = new Set<() => void>();
let ends = 0;

let isWatched = false;

/** Call before the first session is made; again, it does nothing. */
export function watchNetworkProcess(): void {
  if (isWatched) return;
  isWatched = true;
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName !== SERVICE_NAME) return;
    ends += 1;
    for (const listener of [...listeners]) listener();
  });
}

/** How many network processes have ended in this run, as far as Electron has reported it. */
export function networkProcessEnds(): number {
  return ends;
}

/**
 * Waits for the network process: Electron never settles a promise whose process has ended.
 *
 * @param limitMs for a process that ended before its end was reported
 * @returns null where the process ended, or did not answer in time, or refused
 */
export function ofNetworkProcess<Value>(
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
