/** One set-up at a time in a checkout; scripts/setup.mjs takes the same lock. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { print } from './log.ts';
import { inToolchain } from './paths.ts';

/**
 * Does work while this process holds the lock of the checkout. The kernel frees it with this
 * process, however that ends. Without util-linux there is no lock: two set-ups at once are then the
 * person's own affair.
 */
export async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  mkdirSync(inToolchain(), { recursive: true });
  const held = openSync(inToolchain('lock'), 'w');
  const flock = (...flags: readonly string[]) =>
    spawnSync('flock', [...flags, '3'], { stdio: ['ignore', 'ignore', 'inherit', held] }).status;
  try {
    if (flock('--nonblock') === 1) {
      print('• waiting for another set-up of this checkout to end …');
      flock();
    }
    return await work();
  } finally {
    closeSync(held);
  }
}
