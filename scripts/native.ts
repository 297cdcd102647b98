/** `npm run native`: the programs for Windows, compiled into out/native/. */
import { buildNative } from '../packaging/native/build.ts';
import { locked } from './lib/lock.ts';
import { main } from './lib/main.ts';

await main(async () => {
  await locked(buildNative);
  return 0;
});
