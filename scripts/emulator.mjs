/** `npm run --silent emulator -- [options]`: the service emulator. Standard output is the emulator's alone. */
import { main, runScript } from './setup/prepare.mjs';

await main(() => runScript('emulator/main.ts'));
