/**
 * One set-up at a time in a checkout. The kernel keeps the lock (`flock`), so it can never be left behind by a
 * set-up that was killed: the holder is a `cat` that ends when this process's end of its input closes.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { say } from './log.mjs';
import { inToolchain } from './paths.mjs';

const SAY_AFTER_MS = 1_000;

/**
 * Waits for the lock. Returns its release function.
 * @returns {Promise<() => void>}
 */
export function takeSetupLock() {
  mkdirSync(inToolchain(), { recursive: true });
  return new Promise((resolve, reject) => {
    const holder = spawn('flock', ['-x', inToolchain('lock'), 'sh', '-c', 'echo held; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Ctrl-C must not take the lock away before the step that holds it has ended.
      detached: true,
    });
    const waiting = setTimeout(
      () => say('• waiting for another set-up of this checkout to end …'),
      SAY_AFTER_MS,
    );
    const release = () => {
      holder.stdin.end();
      holder.unref();
    };
    holder.on('error', (error) => {
      clearTimeout(waiting);
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
      // Without util-linux there is no lock; two set-ups at once are then the person's own affair.
      if (missing) resolve(() => {});
      else reject(error);
    });
    holder.stdin.on('error', () => {});
    holder.stdout.once('data', () => {
      clearTimeout(waiting);
      holder.stdout.destroy();
      resolve(release);
    });
    holder.on('exit', (code) => {
      clearTimeout(waiting);
      reject(new Error(`the set-up lock could not be taken (flock ended with ${code})`));
    });
  });
}
