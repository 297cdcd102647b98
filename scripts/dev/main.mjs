/**
 * Builds on every change and shows it: `node main.mjs [switches of Electron]`. `npm run dev` starts it, with everything
 * set up. The product is built into a folder of the user that runs Electron, so `dist/` stays as set-up knows it.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inRoot } from '../lib/paths.mjs';
import { exitCodeOf, passSignalsOn } from '../lib/run.mjs';
import { startDemonstration } from '../setup/demonstration.mjs';
import { lastRuntime } from '../setup/runtime.mjs';
import { watchBuilds } from './watch-builds.mjs';
import { LoginWindow } from './login-window.mjs';

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
const window = new LoginWindow(demonstration.windowCommand(app, env, ['-r', hook, ...process.argv.slice(2)]));
const stopWatching = await watchBuilds(path.join(app, 'dist'), (sides) => {
  if (sides.includes('main') || !window.isOpen) void window.restart();
  else window.reloadPage();
});
createInterface({ input: process.stdin }).on('line', () => {
  if (!window.isOpen) void window.restart();
});

const stop = passSignalsOn(async (signal) => {
  stop();
  await Promise.all([stopWatching(), window.end()]);
  demonstration.end();
  process.exit(signal === 'SIGINT' ? 0 : exitCodeOf(null, signal));
});
