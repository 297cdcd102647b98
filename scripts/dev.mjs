/**
 * `npm run dev`: the login window over the real main process, beside the emulator. A change in renderer/ reloads the
 * page, which shows the same screen again; one in electron/ or shared/ restarts main. Ctrl-C ends everything. Arguments
 * are switches of Electron: `npm run dev -- --inspect=9229 --remote-debugging-port=9222` (docs/debugging.md).
 */
import { displayOf } from '../lab/display.mjs';
import { say } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { main } from './setup/prepare.mjs';
import { runOnDisplay } from './setup/window-place.mjs';

await main(async () => {
  if ((await displayOf(process.env)) === undefined)
    say('! There is no display here: the window opens on a virtual one.');
  const script = inRoot('scripts', 'dev', 'main.mjs');
  return runOnDisplay([script, ...process.argv.slice(2)], {
    preferVirtual: false,
    keepLanguage: true,
  });
});
