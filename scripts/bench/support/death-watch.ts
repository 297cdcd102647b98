/**
 * A thread that tells when a process has gone. It looks at one open file of `/proc`, three times in a millisecond, so the
 * moment is late by a third of one, unless the thread itself has to wait for a core; it costs a few per cent of one, on both
 * sides alike. Other ways tell something else: only its parent may wait for a process, and a pipe that closes tells when
 * Chromium's helpers have gone too, which inherit every descriptor.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readOr } from './process-use.ts';
import { wallClock } from './wall-clock.ts';

const PAUSE_MS = 0.2;
const LIMIT_MS = 60_000;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const buffer = Buffer.alloc(1024);

if (!isMainThread) parentPort?.on('message', (pid: number) => parentPort?.postMessage(goneAt(pid)));

export type DeathWatch = Readonly<{
  /** When a process went, on the wall clock in milliseconds. One at a time. */
  goneAt: (pid: number) => Promise<number>;
  end: () => Promise<unknown>;
}>;

/** Starts the thread that watches. */
export function deathWatch(): DeathWatch {
  const worker = new Worker(new URL(import.meta.url));
  return {
    goneAt: (pid) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (at: number | null) => {
          worker.off('error', reject);
          if (at === null) reject(new Error(`the end of process ${pid} was not seen`));
          else resolve(at);
        });
        worker.postMessage(pid);
      }),
    end: () => worker.terminate(),
  };
}

/** Milliseconds since 1970, or null if it ended before the first check, or did not end. */
function goneAt(pid: number): number | null {
  const now = wallClock();
  const until = performance.now() + LIMIT_MS;
  const file = readOr(null, () => openSync(`/proc/${String(pid)}/stat`, 'r'));
  if (file === null) return null;
  let wasThere = false;
  try {
    while (performance.now() < until) {
      if (isGone(file)) return wasThere ? now() : null;
      wasThere = true;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** A zombie has gone as soon as its last thread has: then its parent is told. */
const isGone = (file: number): boolean =>
  readOr(true, () => {
    const text = buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
    // Behind the name, which may contain anything: the state is the first word, the count of threads the 18th.
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (words[0] === 'Z' || words[0] === 'X') && Number(words[17]) <= 1;
  });
