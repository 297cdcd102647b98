/**
 * `npm run bench -- --trace-startup`: one start under the launcher and one of the bare window, as text and as a trace file
 * (README.md here). Tracing takes time itself: the order and the waits count.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../emulator/emulator.ts';
import { launcherBench } from '../../tests/gate/support/stand-in.ts';
import { Program, type StartOptions } from '../../tests/gate/support/program.ts';
import { prepareForSandboxUser, requireElectron } from '../../tests/lab/electron-runtime.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { watchGroup } from './support/children.ts';
import { bareApp, loginWindow, profileFolder, type App } from './support/electron-process.ts';
import { readOr, textOf } from './support/process-use.ts';
import { mergedTrace, phasesOf, timeLine, type Start } from './support/time-line.ts';
import { wallClock } from './support/wall-clock.ts';

const OUT = resolve(import.meta.dirname, '..', '..', 'out', 'bench', 'startup.json');
/** Chromium writes its trace after eight seconds; a start is over long before. */
const TRACING = [
  '--trace-startup=blink.user_timing,devtools.timeline,loading,navigation,startup,v8',
  ...['--trace-startup-duration=8', '--trace-startup-format=json'],
];
const LATEST_MS = 60_000;
const LOOK_MS = 100;

const monotonicUs = (): number => Number(process.hrtime.bigint()) / 1000;

const emulator = await startEmulator();
const config = writeConfig(emulator);
const hooks = prepareForSandboxUser(import.meta.dirname);
const bench = launcherBench();
try {
  // The first start of each is a warm-up: caches of the system are filled, as in `npm run bench`.
  for (const start of [startOurs, startBare]) await start(false);
  const [ours, bare] = [await startOurs(true), await startBare(true)];
  if (ours === null || bare === null) throw new Error('no start was traced');
  mkdirSync(resolve(OUT, '..'), { recursive: true });
  writeFileSync(OUT, JSON.stringify(mergedTrace({ Gatehouse: ours, 'bare window': bare })));
  console.log(`\n${timeLine(phasesOf(ours), phasesOf(bare))}\n`);
  console.log(
    'One start, traced: the order and the waits count. out/bench/startup.json opens in ui.perfetto.dev.',
  );
} finally {
  bench.remove();
  await emulator.close();
}
process.exit(0);

/** Under the launcher of a package, with a shell in Electron's place that tells the time and becomes Electron. */
async function startOurs(isMeasured: boolean): Promise<Start | null> {
  const app = loginWindow(config);
  const { words, trace } = electronCommand(app, isMeasured);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `exec /bin/bash -c 'echo "exec $EPOCHREALTIME" >&2; exec "$@"' bash ${quoted} "$@"`;
  const env = { ...bench.doing(script), DISPLAY: process.env['DISPLAY'] };
  return traced([bench.launcher, ...app.args, '--', '/bin/true'], { env }, trace);
}

async function startBare(isMeasured: boolean): Promise<Start | null> {
  const app = bareApp('window');
  const { words, trace } = electronCommand(app, isMeasured);
  return traced([...words, '--', ...app.args], {}, trace);
}

type Command = [string, ...string[]];

function electronCommand({ folder }: App, isMeasured: boolean): { words: Command; trace: string | null } {
  const profile = profileFolder();
  const trace = isMeasured ? join(profile, 'trace.json') : null;
  const words: Command = [
    requireElectron().executable,
    ...['trace-hook.cjs', 'hook.cjs'].flatMap((name) => ['-r', join(hooks, name)]),
    ...['--log-level=3', `--user-data-dir=${profile}`],
    ...(trace === null ? [] : [...TRACING, `--trace-startup-file=${trace}`]),
    folder,
  ];
  return { words, trace };
}

/** Starts it and waits for the field, then for Chromium's trace; null without one. */
async function traced(command: Command, options: StartOptions, trace: string | null): Promise<Start | null> {
  const wall = wallClock();
  const aheadUs = wall() * 1000 - monotonicUs();
  const spawnedAt = monotonicUs();
  const program = new Program(command, { ...options, limitMs: LATEST_MS * 2 });
  watchGroup(program.pid, program.ended);
  try {
    const report = await eventually(() => hookReport(`${program.said(1)}\n${program.said(2)}`), program);
    if (trace === null) return null;
    const chromium = await eventually(() => traceIn(trace), program);
    const exec = /^exec (\d+)[.,](\d{6})$/m.exec(program.said(2));
    const execAt = exec === null ? null : Number(`${exec[1] ?? ''}${exec[2] ?? ''}`) - aheadUs;
    return { launcher: program.pid, spawnedAt, execAt, ...report, chromium };
  } finally {
    program.signal('SIGTERM');
    await program.ended.catch(() => undefined);
  }
}

function hookReport(said: string): Pick<Start, 'pid' | 'events'> | null {
  const line = said.split('\n').find((text) => text.startsWith('{"pid"'));
  return line === undefined ? null : (JSON.parse(line) as Pick<Start, 'pid' | 'events'>);
}

/** Null as long as Chromium has not written all of it. */
function traceIn(file: string): Start['chromium'] | null {
  return readOr(null, () => (JSON.parse(textOf(file)) as { traceEvents: Start['chromium'] }).traceEvents);
}

async function eventually<Found>(look: () => Found | null, program: Program): Promise<Found> {
  const until = Date.now() + LATEST_MS;
  while (Date.now() < until && program.child.exitCode === null) {
    const found = look();
    if (found !== null) return found;
    await wait(LOOK_MS);
  }
  throw new Error(`the start was not traced:\n${program.said(2)}`);
}
