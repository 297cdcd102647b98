/** `npm run --silent emulator -- [options]`: the service emulator. Standard output is the emulator's alone. */
import { inRoot } from './lib/paths.mjs';
import { endingWithUs, handOver } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const context = await prepare('packages');
  const [command, args] = endingWithUs(context.node, [
    inRoot('emulator', 'main.ts'),
    ...process.argv.slice(2),
  ]);
  return handOver(command, args, { env: context.env });
});
