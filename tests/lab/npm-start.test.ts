/** `npm start` ends all that it started, however npm is ended: emulator with its phone page, window, virtual display. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processTree } from '../e2e/support/processes.ts';
import { eventually } from '../support/eventually.ts';
import { electronRuntime, requireElectron } from './electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const runtime = electronRuntime();
const skipped = runtime.available ? (process.platform === 'linux' ? '' : 'needs /proc') : runtime.reason;
const START_MS = 40_000;
const END_MS = 15_000;

/** Running processes by PID, with the data that tell each from a later process of that PID. */
type Running = ReadonlyMap<number, Readonly<{ startedAt: string; command: readonly string[] }>>;

const npms: ChildProcess[] = [];
let snapshot: Running = new Map();
afterEach(() => {
  for (const { pid } of npms.splice(0)) snapshot = new Map([...snapshot, ...runningBelow(pid ?? 0)]);
  // Empty, unless a test failed.
  for (const pid of alive(snapshot)) process.kill(pid, 'SIGKILL');
  snapshot = new Map();
});

type Wanted = Readonly<Record<string, (words: string) => boolean>>;

/** Processes that must run before the end: each is found by its command line. */
const ON_A_DISPLAY: Wanted = {
  emulator: (words) => words.includes('emulator/main.ts'),
  window: (words) => words.includes('--type=renderer'),
};
const ON_NO_DISPLAY: Wanted = {
  tour: (words) => words.includes('tour.config.ts'),
  window: (words) => words.includes('--type=renderer'),
  'virtual display': (words) => words.startsWith('Xvfb '),
};

describe.skipIf(skipped !== '')(`npm start${skipped && ` (skipped: ${skipped})`}`, () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'leaves no process behind when npm is ended by %s',
    async (signal) => {
      const npm = await start({}, ON_A_DISPLAY);
      process.kill(npm, signal);
      await expectNothingLeft();
    },
  );

  it('leaves no process behind when its script is killed', async () => {
    await start({}, ON_A_DISPLAY);
    const [script] = [...snapshot].find(([, { command }]) => command[1] === 'scripts/start.mjs') ?? [];
    expect(script).toBeGreaterThan(1);
    process.kill(script ?? 0, 'SIGKILL');
    await expectNothingLeft();
  });

  it('leaves no process behind when npm is killed after it made a display', async () => {
    const npm = await start({ DISPLAY: '', WAYLAND_DISPLAY: '' }, ON_NO_DISPLAY);
    process.kill(npm, 'SIGKILL');
    await expectNothingLeft();
  });
});

/** Starts it, and waits until everything wanted runs below npm; takes that down. */
async function start(env: NodeJS.ProcessEnv, wanted: Wanted): Promise<number> {
  const child = spawn('npm', ['start'], {
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
    const commands = [...runningBelow(npm).values()].map(({ command }) => command.join(' '));
    return Object.keys(wanted).filter((name) => !commands.some((words) => wanted[name]?.(words)));
  };
  await eventually('everything to run', () => missing().length === 0, START_MS).catch((error: unknown) => {
    throw new Error(`${String(error)}: no ${missing().join(', no ')} of\n${said}`);
  });
  snapshot = runningBelow(npm);
  // On every start: set-up says it once.
  if (wanted === ON_A_DISPLAY && requireElectron().source === 'pypi')
    expect(said).toMatch(/program +Electron \S+: an older one/);
  return npm;
}

async function expectNothingLeft(): Promise<void> {
  expect(snapshot.size).toBeGreaterThan(4);
  await eventually('everything to end', () => alive(snapshot).length === 0, END_MS).catch(() => undefined);
  const left = alive(snapshot).map((pid) => `${pid} ${snapshot.get(pid)?.command.join(' ') ?? ''}`);
  expect(left.join('\n')).toBe('');
}

function runningBelow(root: number): Running {
  return new Map(
    processTree(root).map(({ pid, command }) => [pid, { startedAt: lifeOf(pid)?.startedAt ?? '', command }]),
  );
}

/** PIDs of the processes that still run. A zombie counts as ended. */
function alive(running: Running): readonly number[] {
  return [...running].flatMap(([pid, { startedAt }]) => {
    const life = lifeOf(pid);
    return life !== null && life.startedAt === startedAt && life.state !== 'Z' ? [pid] : [];
  });
}

function lifeOf(pid: number): Readonly<{ state: string; startedAt: string }> | null {
  try {
    // The name, which may hold anything, ends with the last bracket (proc(5)); the start is the twentieth word behind it.
    const words = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: words[0] ?? '', startedAt: words[19] ?? '' };
  } catch {
    return null;
  }
}
