/** `node scripts/release/1-version.mjs VERSION [--dry-run]`: sets the version in package.json and CHANGELOG.md; commits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SetupError } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { main } from '../setup/prepare.mjs';
import { withVersion } from './changelog.mjs';
import { command, isDryRun, requireCleanCheckout } from './command.mjs';

await main(async () => {
  const version = process.argv[2] ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new SetupError('The version is missing.', { remedy: 'node scripts/release/1-version.mjs 1.2.3' });
  requireCleanCheckout();
  const file = inRoot('CHANGELOG.md');
  const text = withVersion(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10));
  command('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  if (!isDryRun) writeFileSync(file, text);
  command('node', 'scripts/docs.mjs');
  command('git', 'commit', '--all', '--message', `Release ${version}`);
  return 0;
});
