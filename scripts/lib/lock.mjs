/**
 * One set-up at a time in a checkout. `flock` locks a file that this process holds open, so the lock ends with this
 * process, however that ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { say } from './log.mjs';
import { inToolchain } from './paths.mjs';

const SAY_AFTER_MS = 1_000;

/** Waits for the lock. @returns {Promise<() => void>} its release function */
export async function takeSetupLock() {
  mkdirSync(inToolchain(), { recursive: true });
  const lock = openSync(inToolchain('lock'), 'w');
  const sayWhy = () => say('• waiting for another set-up of this checkout to end …');
  const waiting = setTimeout(sayWhy, SAY_AFTER_MS);
  try {
    const flock = spawn('flock', ['3'], { stdio: ['ignore', 'ignore', 'inherit', lock] });
    const [code] = await once(flock, 'exit');
    if (code !== 0)
      throw new Error(`the set-up lock could not be taken (flock ended with ${code})`);
  } catch (error) {
    // Without util-linux there is no lock; two set-ups at once are then the person's own affair.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  } finally {
    clearTimeout(waiting);
  }
  return () => closeSync(lock);
}
