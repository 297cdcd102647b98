/** Builds the product into dist/: `node scripts/build.mjs [--force]`. An unchanged build is kept. */
import { build } from './setup/build.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  if (!process.argv.includes('--force')) {
    await prepare('build');
    return 0;
  }
  await build(await prepare('packages'));
  return 0;
});
