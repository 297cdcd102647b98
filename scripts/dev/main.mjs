/**
 * Builds on every change and shows it: `node main.mjs [switches of Electron]`. `npm run dev` starts it, with everything
 * set up. The product is built into a folder of the user that runs Electron, so `dist/` stays as set-up knows it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { say } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { exitCodeOf, passSignalsOn } from '../lib/run.mjs';
import { startDemonstration } from '../setup/demonstration.mjs';
import { lastRuntime } from '../setup/runtime.mjs';
import { watchBuilds } from './watch-builds.mjs';

/** Time of Electron to quit before it is killed: code under development may hang. */
const END_MS = 3_000;

const { env } = process;
const place = env['GATEHOUSE_TEST_PLACE'] ?? '';
const app = path.join(place, 'app');
const hook = path.join(place, 'reload-page.cjs');
const runtime = lastRuntime();

mkdirSync(app);
copyFileSync(inRoot('package.json'), path.join(app, 'package.json'));
copyFileSync(inRoot('scripts', 'dev', 'reload-page.cjs'), hook);

const demonstration = await startDemonstration(runtime, {
  ...{ node: process.execPath, env, place },
  howToEnd: 'F12 in the window opens its developer tools. Ctrl-C here ends everything.',
});
const [command, args] = demonstration.windowCommand(app, env, [
  '-r',
  hook,
  ...process.argv.slice(2),
]);
/** The Electron that is open. @type {import('node:child_process').ChildProcess | undefined} */
let open;
let turn = Promise.resolve();

/** Ends the one that is open, and opens another. One after the other: two with one profile would be one window. */
const restart = () => {
  turn = turn.then(async () => {
    await close();
    // A group of its own: Ctrl-C reaches it through us. Its standard input is the hook's (reload-page.cjs).
    const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'], detached: true });
    child.stdin.on('error', () => {});
    child.on('exit', (code, signal) => {
      if (open !== child) return;
      open = undefined;
      say(
        `• The window is closed (${exitCodeOf(code, signal)}). Enter here or a change opens it again.`,
      );
    });
    open = child;
  });
};

async function close() {
  const child = open;
  if (child === undefined) return;
  open = undefined;
  const limit = setTimeout(() => child.kill('SIGKILL'), END_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(limit);
}

const stopWatching = await watchBuilds(path.join(app, 'dist'), (sides) => {
  if (sides.includes('main') || open === undefined) restart();
  else open.stdin?.write('\n');
});
createInterface({ input: process.stdin }).on('line', () => {
  if (open === undefined) restart();
});

const stop = passSignalsOn(async (signal) => {
  stop();
  await Promise.all([stopWatching(), turn.then(close)]);
  demonstration.end();
  process.exit(signal === 'SIGINT' ? 0 : exitCodeOf(null, signal));
});
