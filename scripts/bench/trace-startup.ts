/**
 * `npm run bench -- --trace-startup`: one start under the launcher and one of the bare window, as
 * text and as a trace file (README.md here). Tracing takes time itself: the order and the waits
 * count.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmulator } from '../../emulator/strict.ts';
import { launcherBench } from '../../lab/stand-in.ts';
import { Program } from '../../lab/child-program.ts';
import { prepareForSandboxUser, requireElectron } from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { inOut } from '../lib/paths.ts';
import { readJson } from '../lib/files.ts';
import { BASH, printedTime, TELL } from './support/announced-time.ts';
import { watchGroup } from './support/children.ts';
import { bareApp, loginWindow, profileFolder, type App } from './support/electron-process.ts';
import { pause } from './support/process-use.ts';
import { OURS, timeLine, type Start, type TraceEvent } from './support/time-line.ts';

const OUT = inOut('bench', 'startup.json');
/** Chromium writes its trace after eight seconds; a start is over long before. */
const TRACING = [
  '--trace-startup=blink.user_timing,devtools.timeline,loading,navigation,startup,v8',
  '--trace-startup-duration=8',
  '--trace-startup-format=json',
];
const LATEST_MS = 60_000;
const LOOK_MS = 100;

const monotonicUs = (): number => Number(process.hrtime.bigint()) / 1000;

type Command = [string, ...string[]];

const emulator = await startEmulator();
const app = loginWindow(writeConfig(emulator));
const bareWindow = bareApp('window');
const hooks = prepareForSandboxUser(import.meta.dirname);
const bench = launcherBench();
try {
  // The first start of each is a warm-up, as in `npm run bench`: caches of the system are filled,
  // and ours has left its look for the second one.
  const [, , ours, bare] = [
    await startOurs(),
    await startBare(),
    await startOurs(),
    await startBare(),
  ];
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(OUT, JSON.stringify({ traceEvents: [...ours.events, ...bare.events] }));
  console.log(`\n${timeLine(ours, bare)}\n`);
  console.log(
    'One start, traced: the order and the waits count. out/bench/startup.json opens in ui.perfetto.dev.',
  );
} finally {
  bench.remove();
  await emulator.close();
}
process.exit(0);

/**
 * Under the launcher of a package, with a shell in Electron's place that tells the time and becomes
 * Electron.
 */
function startOurs(): Promise<Start> {
  return traced('Gatehouse', app, (electron) => {
    const quoted = electron.map((word) => `'${word}'`).join(' ');
    const script = `exec ${BASH} --norc -c '${TELL} >&2; exec "$@"' bash ${quoted} "$@"`;
    const env = { ...bench.doing(script), DISPLAY: process.env['DISPLAY'] };
    return new Program([bench.launcher, ...app.args, '--', '/bin/true'], { env });
  });
}

function startBare(): Promise<Start> {
  return traced(
    'bare window',
    bareWindow,
    (electron) => new Program([...electron, '--', ...bareWindow.args]),
  );
}

/** Starts it, and waits for the field and for Chromium's trace. */
async function traced(
  name: string,
  { folder, profile }: App,
  start: (electron: Command) => Program,
): Promise<Start> {
  const trace = join(profileFolder(), 'trace.json');
  const loaded = ['trace-hook.cjs', 'hook.cjs'].flatMap((hook) => ['-r', join(hooks, hook)]);
  const switches = [
    '--log-level=3',
    `--user-data-dir=${profile}`,
    ...TRACING,
    `--trace-startup-file=${trace}`,
  ];
  const spawnedAt = monotonicUs();
  const program = start([requireElectron().executable, ...loaded, ...switches, folder]);
  watchGroup(program.pid, program.ended);
  try {
    for (
      const until = Date.now() + LATEST_MS;
      Date.now() < until && program.child.exitCode === null;
    ) {
      const line = /^\{"pid".*$/m.exec(`${program.said(1)}\n${program.said(2)}`)?.[0];
      // Undefined as long as Chromium has not written all of it.
      const chromium = (readJson(trace) as { traceEvents: readonly TraceEvent[] } | undefined)
        ?.traceEvents;
      if (line !== undefined && chromium !== undefined) {
        const { pid, events } = JSON.parse(line) as Start;
        const launcher = launcherEvents(program, spawnedAt);
        const named = [...launcher, ...events, ...chromium].map((event) => ({
          ...event,
          ts: event.ts - spawnedAt,
          ...(event.name === 'process_name' && {
            args: { name: `${name}: ${String(event.args?.['name'])}` },
          }),
        }));
        return { pid, events: named };
      }
      await pause(LOOK_MS);
    }
    throw new Error(`the start was not traced:\n${program.said(2)}`);
  } finally {
    program.signal('SIGTERM');
    await program.ended.catch(() => undefined);
  }
}

/** Its spawn, and under the launcher the time until the shell becomes Electron. */
function launcherEvents(program: Program, spawnedAt: number): readonly TraceEvent[] {
  const event = { cat: OURS, ph: 'X', pid: program.pid, tid: 1, ts: spawnedAt };
  const spawn = { ...event, name: 'spawn', dur: 0 };
  const told = program.said(2);
  if (!/^\d+[.,]\d{6}$/m.test(told)) return [spawn];
  const agoUs = (performance.timeOrigin + performance.now() - printedTime(told, 0)) * 1000;
  const launcher = { ...event, name: 'launcher', dur: monotonicUs() - agoUs - spawnedAt };
  return [spawn, launcher, { ...event, ph: 'M', name: 'process_name', args: { name: 'launcher' } }];
}
