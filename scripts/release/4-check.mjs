/**
 * `node scripts/release/4-check.mjs [--dry-run]`: that release/ is whole, of this version and of the Electron in
 * package.json; that sums and their signatures are right.
 */
import { main } from '../setup/prepare.mjs';
import { SetupError } from '../lib/log.mjs';
import { command, currentVersion } from './command.mjs';
import { faultsOf, releasedFiles, SUMS } from './files.mjs';

await main(async () => {
  const faults = faultsOf(releasedFiles(), currentVersion());
  if (faults.length > 0) throw new SetupError('This is no release.', { why: faults.join('\n') });
  for (const name of SUMS) {
    command('sh', '-c', `cd release && sha256sum --check --quiet ${name}`);
    command('gpg', '--verify', `release/${name}.asc`, `release/${name}`);
  }
  return 0;
});
