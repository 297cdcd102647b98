/**
 * `npm run dev`: the login window over the real main process, beside the emulator. Vite builds on
 * every change: one in renderer/ reloads the page, which shows the same screen again; one in
 * electron/ or shared/ restarts main. Ctrl-C ends everything. Arguments are switches of Electron:
 * `npm run dev -- --inspect=9229 --remote-debugging-port=9222` (docs/debugging.md). The product is
 * built into a folder of the user that runs Electron, so `dist/` stays as it is.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { startDemonstration } from '../lab/demonstration.ts';
import { displayOf } from '../lab/display.ts';
import { beginWindowRun } from '../lab/window.ts';
import { print } from './lib/log.ts';
import { main } from './lib/main.ts';
import { inRoot } from './lib/paths.ts';
import { exitCodeOf, passSignalsOn } from './lib/run.ts';

const SIDES = ['main', 'preload', 'renderer'] as const;
type Side = (typeof SIDES)[number];

/** Time of Electron to quit before it is killed: code under development may hang. */
const END_MS = 3_000;
/** Wait for related builds: a change in shared/ starts several builds shortly after one another. */
const TOGETHER_MS = 50;

await main(async () => {
  if ((await displayOf(process.env)) === undefined)
    print('! There is no display here: the window opens on a virtual one.');
  const { runtime, env, runFolder, end } = await beginWindowRun();
  const demonstration = await startDemonstration(runtime, {
    env,
    runFolder,
    howToEnd: 'F12 in the window opens its developer tools. Ctrl-C here ends everything.',
  });

  const app = path.join(runFolder, 'app');
  mkdirSync(app);
  copyFileSync(inRoot('package.json'), path.join(app, 'package.json'));
  const hook = path.join(runFolder, 'reload-page.cjs');
  copyFileSync(inRoot('scripts', 'dev', 'reload-page.cjs'), hook);
  const switches = ['-r', hook, ...process.argv.slice(2)];
  const window = restartable(demonstration.windowCommand(app, env, switches), env);

  const watchers = await watchBuilds(path.join(app, 'dist'), (sides) => {
    if (sides.has('main') || !window.isOpen()) window.restart();
    else window.reload();
  });
  createInterface({ input: process.stdin }).on('line', () => {
    if (!window.isOpen()) window.restart();
  });

  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    const stop = passSignalsOn((received) => {
      stop();
      resolve(received);
    });
  });
  await Promise.all([...watchers.map((watcher) => watcher.close()), window.close()]);
  demonstration.end();
  end();
  // Ctrl-C is an end that the person was told of. Standard input is still read.
  process.exit(signal === 'SIGINT' ? 0 : exitCodeOf(null, signal));
});

/**
 * Builds each side, and again after each change of one of its files.
 *
 * @param onBuilt called after related builds, with the sides that succeeded; the first call has all
 *   sides
 */
function watchBuilds(folder: string, onBuilt: (sides: ReadonlySet<Side>) => void) {
  const missing = new Set<Side>(SIDES);
  const building = new Set<Side>();
  const built = new Set<Side>();
  let timer: NodeJS.Timeout | undefined;

  const report = () => {
    if (building.size > 0 || missing.size > 0 || built.size === 0) return;
    const sides = new Set(built);
    built.clear();
    print(`• built ${[...sides].join(', ')}`);
    onBuilt(sides);
  };

  return Promise.all(
    SIDES.map(async (side) => {
      const watcher = await build({
        configFile: inRoot('vite.config.ts'),
        mode: side,
        logLevel: 'silent',
        // Keep the old files: an Electron that starts during a build needs a complete folder.
        build: {
          outDir: path.join(folder, side),
          emptyOutDir: false,
          watch: { exclude: /node_modules/ },
        },
      });
      if (!('on' in watcher)) throw new Error('vite did not begin to watch');
      watcher.on('event', (event) => {
        if ('result' in event) void event.result.close();
        if (event.code === 'BUNDLE_START') building.add(side);
        if (event.code !== 'BUNDLE_END' && event.code !== 'ERROR') return;
        building.delete(side);
        if (event.code === 'ERROR') print(`✗ ${side}: ${event.error.message}`);
        else {
          built.add(side);
          missing.delete(side);
        }
        clearTimeout(timer);
        timer = setTimeout(report, TOGETHER_MS);
      });
      return watcher;
    }),
  );
}

/**
 * A window that is closed and opened again, one after the other: two with one profile would be one
 * window.
 */
function restartable([command, args]: [string, string[]], env: NodeJS.ProcessEnv) {
  let open: ChildProcess | undefined;
  let turn = Promise.resolve();

  const close = async () => {
    const child = open;
    if (child === undefined) return;
    open = undefined;
    const limit = setTimeout(() => child.kill('SIGKILL'), END_MS);
    child.kill('SIGTERM');
    await once(child, 'exit');
    clearTimeout(limit);
  };

  const start = () => {
    // A group of its own: Ctrl-C reaches it through us. Its standard input is the hook's
    // (reload-page.cjs).
    const stdio = ['pipe', 'inherit', 'inherit'] as const;
    const child = spawn(command, args, { env, stdio: [...stdio], detached: true });
    child.stdin.on('error', () => {});
    child.on('exit', (code, signal) => {
      if (open !== child) return;
      open = undefined;
      print(
        `• The window is closed (${exitCodeOf(code, signal)}). Enter here or a change opens it again.`,
      );
    });
    open = child;
  };

  return {
    isOpen: () => open !== undefined,
    restart: () => void (turn = turn.then(close).then(start)),
    reload: () => void open?.stdin?.write('\n'),
    close: () => turn.then(close),
  };
}
