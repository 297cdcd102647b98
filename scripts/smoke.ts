/**
 * `npm run smoke`: five minutes with the program on this desktop and the Electron that is here: the
 * emulated service answers, windows come and go, keys are stored in the desktop's key store for a
 * home of their own. Prints the table to send to us.
 */
import { displayOf } from '../lab/display.ts';
import { requireLinux } from '../lab/linux-only.ts';
import { print } from './lib/log.ts';
import { inRoot } from './lib/paths.ts';
import { main } from './lib/main.ts';
import { runOnDisplay } from '../lab/window.ts';

await main(async () => {
  requireLinux();
  const isOwn = (await displayOf(process.env)) !== undefined;
  if (!isOwn) print('! There is no display here: a virtual one is used, and the table says so.');
  const script = inRoot('scripts', 'smoke', 'main.ts');
  const { XDG_SESSION_TYPE: session = 'none' } = process.env;
  return runOnDisplay([script, isOwn ? 'own' : 'virtual', session], { preferVirtual: false });
});
