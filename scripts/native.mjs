/** The programs for Windows into out/native/: `node scripts/native.mjs`. Skips the build if no source has changed. */
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  await prepare('native');
  return 0;
});
