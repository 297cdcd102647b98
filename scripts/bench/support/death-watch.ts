/**
 * Tells when a process has gone. It looks at one open file of `/proc`, up to five times in a
 * millisecond, between the other work of this thread; that costs a few per cent of a core, on both
 * sides alike. Other ways tell something else: only its parent may wait for a process, and a pipe
 * that closes tells when Chromium's helpers have gone too, which inherit every descriptor.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { statWords } from './process-use.ts';

const PAUSE_MS = 0.2;
const LIMIT_MS = 60_000;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const buffer = Buffer.alloc(1024);

/**
 * When a process that is there goes, in milliseconds since 1970.
 *
 * @throws {Error} if it stays
 */
export async function goneAt(pid: number): Promise<number> {
  const file = openSync(`/proc/${String(pid)}/stat`, 'r');
  try {
    for (const until = performance.now() + LIMIT_MS; performance.now() < until;) {
      if (isGone(file)) return performance.timeOrigin + performance.now();
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
      await setImmediate();
    }
  } finally {
    closeSync(file);
  }
  throw new Error(`the end of process ${String(pid)} was not seen`);
}

/** A zombie has gone as soon as its last thread has: then its parent is told. */
function isGone(file: number): boolean {
  try {
    const words = statWords(
      buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)),
    );
    // The count of threads is the 18th.
    return (words[0] === 'Z' || words[0] === 'X') && Number(words[17]) <= 1;
  } catch {
    return true;
  }
}
