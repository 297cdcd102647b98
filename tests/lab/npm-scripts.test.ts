/**
 * A script of npm that goes on until it is ended leaves nothing behind, however npm is ended: `npm
 * start` with its emulator, window and virtual display, `npm run dev`, `npm run emulator`, `npm
 * test`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { commandOf, processTree } from '../../lab/processes.ts';
import { eventually } from '../support/eventually.ts';
import { electronRuntime, requireElectron } from '../../lab/electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const runtime = electronRuntime();
const skipped = runtime.available
  ? process.platform === 'linux'
    ? ''
    : 'needs /proc'
  : runtime.reason;
/** At a load of 14, the first window of the demonstration takes more than 40 seconds. */
const START_MS = 70_000;
/** The promise is a few seconds; on a quiet computer the slowest takes half of one. */
const END_MS = 5_000;

/** The commands of running processes by PID. */
type Running = ReadonlyMap<number, readonly string[]>;

const npms: ChildProcess[] = [];
let snapshot: Running = new Map();
afterEach(() => {
  for (const { pid } of npms.splice(0))
    snapshot = new Map([...snapshot, ...runningBelow(pid ?? 0)]);
  // Empty, unless a test failed.
  for (const pid of alive(snapshot)) process.kill(pid, 'SIGKILL');
  snapshot = new Map();
});

type Wanted = Readonly<Record<string, (words: string) => boolean>>;

/** Processes that must run before the end: each is found by its command line. */
const EMULATOR: Wanted = { emulator: (words) => words.includes('/emulator/main.ts') };
const TESTS: Wanted = { vitest: (words) => words.includes('vitest.mjs run') };
/** The signer answers already when a login runs. */
const HELPER: Wanted = {
  'a helper program': (words) => words.includes('signerd.main()'),
  'a login': (words) => words.includes(' --config '),
};
const DOWNLOAD: Wanted = {
  download: (words) => words.includes(path.join('electron', 'install.js')),
};
const ON_A_DISPLAY: Wanted = {
  emulator: (words) => words.includes('/emulator/main.ts'),
  window: (words) => words.includes('--type=renderer'),
};
const ON_NO_DISPLAY: Wanted = {
  demonstration: (words) => words.includes('demonstration.config.ts'),
  window: (words) => words.includes('--type=renderer'),
  'virtual display': (words) => words.startsWith('Xvfb '),
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const;

describe.skipIf(process.platform !== 'linux')('npm', () => {
  it.each(SIGNALS)('leaves no emulator behind when npm is ended by %s', async (signal) => {
    const npm = await start(['run', 'emulator'], {}, EMULATOR);
    process.kill(npm, signal);
    await expectNothingLeft();
  });

  it.each(SIGNALS)('leaves no tests behind when npm is ended by %s', async (signal) => {
    // Two runs, one after the other: the second must not begin.
    const npm = await start(['test', '--', 'model', 'integration'], {}, TESTS);
    process.kill(npm, signal);
    await expectNothingLeft();
  });
});

describe.skipIf(skipped !== '')(`npm start${skipped && ` (skipped: ${skipped})`}`, () => {
  it.each(SIGNALS)('leaves no process behind when npm is ended by %s', async (signal) => {
    const npm = await start(['start'], {}, ON_A_DISPLAY);
    process.kill(npm, signal);
    await expectNothingLeft();
  });

  it.each(SIGNALS)(
    'leaves no helper program of a test behind when npm is ended by %s',
    async (signal) => {
      const npm = await start(['test', '--', 'tests/gate/signer.test.ts'], {}, HELPER);
      process.kill(npm, signal);
      await expectNothingLeft();
    },
  );

  it('leaves no process behind when its script is killed', async () => {
    await start(['start'], {}, ON_A_DISPLAY);
    const [script] =
      [...snapshot].find(([, command]) => command[1]?.endsWith('/scripts/start.ts')) ?? [];
    expect(script).toBeGreaterThan(1);
    process.kill(script ?? 0, 'SIGKILL');
    await expectNothingLeft();
  });

  it('leaves no process behind when npm is killed after it made a display', async () => {
    const npm = await start(['start'], { DISPLAY: '', WAYLAND_DISPLAY: '' }, ON_NO_DISPLAY);
    process.kill(npm, 'SIGKILL');
    await expectNothingLeft();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no download of Electron from a silent server behind when npm is ended by %s',
    async (signal) => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const env = { ELECTRON_MIRROR: `http://127.0.0.1:${String(port)}/` };
      const npm = await start(['start'], env, DOWNLOAD);
      process.kill(npm, signal);
      await expectNothingLeft();
      silent.closeAllConnections();
      silent.close();
    },
  );

  it.each(SIGNALS)(
    'leaves nothing of `npm run dev` behind when npm is ended by %s',
    async (signal) => {
      const npm = await start(['run', 'dev'], {}, ON_A_DISPLAY);
      process.kill(npm, signal);
      await expectNothingLeft();
    },
  );
});

/** Starts it, and waits until everything wanted runs below npm; takes that down. */
async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  wanted: Wanted,
): Promise<number> {
  const child = spawn('npm', args, {
    cwd: checkout,
    env: { ...process.env, BROWSER: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  npms.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const npm = child.pid ?? 0;
  const missing = (): readonly string[] => {
    const commands = [...runningBelow(npm).values()].map((command) => command.join(' '));
    return Object.keys(wanted).filter((name) => !commands.some((words) => wanted[name]?.(words)));
  };
  await eventually('everything to run', () => missing().length === 0, START_MS).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}: no ${missing().join(', no ')} of\n${said}`);
    },
  );
  snapshot = runningBelow(npm);
  // On every start: set-up says it when it changes.
  if (wanted === ON_A_DISPLAY && requireElectron().source === 'pypi')
    expect(said).toMatch(/program +Electron \S+: an older one/);
  return npm;
}

async function expectNothingLeft(): Promise<void> {
  // npm, scripts/setup.mjs, and what it started.
  expect(snapshot.size).toBeGreaterThan(2);
  await eventually('everything to end', () => alive(snapshot).length === 0, END_MS).catch(
    () => undefined,
  );
  const left = alive(snapshot).map((pid) => `${pid} ${snapshot.get(pid)?.join(' ') ?? ''}`);
  expect(left.join('\n')).toBe('');
}

const runningBelow = (root: number): Running =>
  new Map(processTree(root).map(({ pid, command }) => [pid, command]));

/** PIDs of the processes that still run: a zombie has no command, even in `running`. */
const alive = (running: Running): readonly number[] =>
  [...running].flatMap(([pid, command]) => {
    const words = command.join();
    return words !== '' && commandOf(pid).join() === words ? [pid] : [];
  });
