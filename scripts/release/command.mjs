/** Shared by the steps of a release. With `--dry-run` a step only prints its commands. */
import { spawnSync } from 'node:child_process';
import { SetupError } from '../lib/log.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { readJson } from '../lib/stamp.mjs';

export const isDryRun = process.argv.includes('--dry-run');

/** The version of package.json. */
export const currentVersion = () => String(readJson(inRoot('package.json')).version);

/** Prints a command, and runs it. @throws {SetupError} where it fails */
export function command(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  console.log(`$ ${[program, ...args].join(' ')}`);
  if (isDryRun) return;
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    throw new SetupError(`${program} failed.`, { why: error?.message ?? `exit code ${status}` });
}

/** @throws {SetupError} where the checkout differs from its commit */
export function requireCleanCheckout() {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (stdout !== '' && !isDryRun)
    throw new SetupError('The checkout has changes that are not committed.', {
      why: stdout,
      remedy: 'git stash',
    });
}
