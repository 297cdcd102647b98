/**
 * `npm start`: sets everything up, then starts the emulator, the login window and the phone page.
 * Everything ends when the window is closed. Where there is no display, a few logins are walked in
 * a virtual one instead, with pictures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { print } from './lib/log.ts';
import { inRoot } from './lib/paths.ts';
import { exitCodeOf, passSignalsOn } from './lib/run.ts';
import { displayOf } from '../lab/display.ts';
import { startDemonstration } from '../lab/demonstration.ts';
import { beginWindowRun, runOnDisplay } from '../lab/window.ts';
import { main } from './lib/main.ts';

const DEMONSTRATION = [
  inRoot('node_modules', '@playwright', 'test', 'cli.js'),
  'test',
  '--config',
  inRoot('tests', 'e2e', 'demonstration.config.ts'),
];

await main(async () => {
  if ((await displayOf(process.env)) === undefined) {
    print(
      '\nNo display was found. A few logins are walked in a virtual one instead: a minute, after set-up.\n',
    );
    return runOnDisplay(DEMONSTRATION, { preferVirtual: true });
  }
  const { runtime, env, runFolder, end } = await beginWindowRun();
  const howToEnd = 'Close the window, or press Ctrl-C here, to end everything.';
  try {
    const demonstration = await startDemonstration(runtime, { env, runFolder, howToEnd });
    const [command, args] = demonstration.windowCommand(runtime.appDir, env);
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    let isEnded = false as boolean;
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
