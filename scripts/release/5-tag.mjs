/** `node scripts/release/5-tag.mjs [--dry-run]`: a signed tag on the commit of the release. */
import { main } from '../setup/prepare.mjs';
import { command, currentVersion, requireCleanCheckout } from './command.mjs';

await main(async () => {
  requireCleanCheckout();
  const version = currentVersion();
  const key = process.env['GATEHOUSE_SIGNING_KEY'];
  const signed = key === undefined ? ['--sign'] : ['--local-user', key];
  command('git', 'tag', ...signed, '--message', `Gatehouse ${version}`, `v${version}`);
  return 0;
});
