/**
 * `npm run setup`: all that a window needs. Tests of one file, by vitest or Playwright, need no
 * more.
 */
import { setUpWindow } from '../lab/set-up.ts';
import { main } from './lib/main.ts';

await main(async () => {
  const { version, executable } = await setUpWindow();
  console.log(`Electron ${version}: ${executable}`);
  return 0;
});
