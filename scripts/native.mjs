/** The programs for Windows into out/native/: `node scripts/native.mjs`. Nothing is done when nothing has changed. */
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  await prepare('native');
  return 0;
});
