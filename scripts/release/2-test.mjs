/** `node scripts/release/2-test.mjs [--dry-run]`: every check and test, and the long ones. */
import { main } from '../setup/prepare.mjs';
import { command, requireCleanCheckout } from './command.mjs';

await main(async () => {
  requireCleanCheckout();
  for (const script of ['test', 'soak', 'audit']) command('npm', 'run', script);
  return 0;
});
