/**
 * `node scripts/release/3-build.mjs [--dry-run]`: the packages of every system in release/, signed with the keys that
 * the environment names (packaging/building.md).
 */
import { rmSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { main } from '../setup/prepare.mjs';
import { command, isDryRun, requireCleanCheckout } from './command.mjs';

await main(async () => {
  requireCleanCheckout();
  if (!isDryRun) rmSync(inRoot('release'), { recursive: true, force: true });
  command('npm', 'run', 'package');
  command('npm', 'run', 'package', '--', '--win');
  command('npm', 'run', 'package', '--', '--mac');
  return 0;
});
