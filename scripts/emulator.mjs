/** `npm run --silent emulator -- [options]`: the service emulator. Standard output is the emulator's alone. */
import { inRoot } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const context = await prepare('packages');
  const args = [inRoot('emulator', 'main.ts'), ...process.argv.slice(2)];
  return runInForeground(context.node, args, { env: context.env, endsWithUs: true });
});
