/**
 * `npm start`: sets everything up, then starts the emulator, the login window and the phone page. Everything ends when
 * the window is closed. Where there is no display, the demonstration logins are walked in a virtual one instead.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { say } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { exitCodeOf, runInForeground, passSignalsOn } from './lib/run.mjs';
import { displayOf } from '../lab/display.mjs';
import { startDemonstration } from './setup/demonstration.mjs';
import { main } from './setup/prepare.mjs';
import { openWindowPlace } from './setup/window-place.mjs';

await main(async () => {
  if ((await displayOf(process.env)) === undefined) {
    say('\nNo display was found. Walking the demonstration logins in a virtual one');
    say(
      `instead (npm run tour); the screenshots go to ${path.relative(process.cwd(), inOut('tour')) || '.'}/\n`,
    );
    return runInForeground(process.execPath, [inRoot('scripts', 'tour.mjs'), 'e2e/tour.ts'], { cwd: root });
  }
  const { runtime, node, env, place, end } = await openWindowPlace();
  const howToEnd = 'Close the window, or press Ctrl-C here, to end everything.';
  try {
    const demonstration = await startDemonstration(runtime, { node, env, place, howToEnd });
    const [command, args] = demonstration.windowCommand(runtime.appDir, env);
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    let isEnded = false;
    const stop = passSignalsOn((signal) => {
      isEnded = true;
      child.kill(signal);
    });
    const [code, signal] = await once(child, 'exit').finally(demonstration.end);
    stop();
    // Ctrl-C is an end that the person was told of.
    return isEnded ? 0 : exitCodeOf(code, signal);
  } finally {
    end();
  }
});
