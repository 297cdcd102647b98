/** Builds the product into dist/: `node scripts/build.mjs [--force]`. An unchanged build is kept. */
import { buildStep } from './setup/build.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  if (process.argv.includes('--force')) await buildStep.run(await prepare('packages'));
  else await prepare('build');
  return 0;
});
