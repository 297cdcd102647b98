/** Builds the product into dist/: `node scripts/build.mjs`. An unchanged build is kept. */
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  await prepare('build');
  return 0;
});
