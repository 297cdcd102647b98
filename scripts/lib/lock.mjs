/**
 * One set-up at a time in a checkout. The kernel keeps the lock (`flock`), so it can never be left behind by a
 * set-up that was killed: the holder is a `cat` that ends when this process's end of its input closes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { say } from './log.mjs';
import { inToolchain } from './paths.mjs';

const SAY_AFTER_MS = 1_000;

/** Waits for the lock. @returns {Promise<() => void>} its release function */
export async function takeSetupLock() {
  mkdirSync(inToolchain(), { recursive: true });
  const holder = spawn('flock', ['-x', inToolchain('lock'), 'sh', '-c', 'echo held; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C must not take the lock away before the step that holds it has ended.
    detached: true,
  });
  holder.stdin.on('error', () => {});
  const waiting = setTimeout(
    () => say('• waiting for another set-up of this checkout to end …'),
    SAY_AFTER_MS,
  );
  try {
    const ended = once(holder, 'exit').then(([code]) => {
      throw new Error(`the set-up lock could not be taken (flock ended with ${code})`);
    });
    await Promise.race([once(holder.stdout, 'data'), ended]);
    // With the release.
    ended.catch(() => {});
  } catch (error) {
    // Without util-linux there is no lock; two set-ups at once are then the person's own affair.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return () => {};
    throw error;
  } finally {
    clearTimeout(waiting);
  }
  holder.stdout.destroy();
  return () => {
    holder.stdin.end();
    holder.unref();
  };
}
