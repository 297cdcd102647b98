/** One start as phases of its processes, and as a trace that Chromium's viewer opens. Times are microseconds of one clock. */

/** As trace-hook.cjs notes it in main. */
export type HookEvent = Readonly<{ name: string; at: number; until: number }>;

/** An event of Chromium's trace, as far as it is read. */
export type TraceEvent = Readonly<Record<'name' | 'ph', string> & Record<'ts' | 'pid' | 'tid', number>> &
  Readonly<{ dur?: number; args?: Readonly<Record<string, unknown>> }>;

/** `pid`: of main; `execAt`: null without a launcher. */
export type Start = Readonly<Record<'launcher' | 'spawnedAt' | 'pid', number>> &
  Readonly<{ execAt: number | null; events: readonly HookEvent[]; chromium: readonly TraceEvent[] }>;

export type Phase = Readonly<{ process: string; name: string; atMs: number }>;

type Source = (start: Start) => number | undefined;

const hook =
  (name: string, side: 'at' | 'until' = 'at'): Source =>
  ({ events }) =>
    events.find((event) => event.name === name)?.[side];

/** The first of these events: of main, of a file in its arguments, or of any. */
const chromium =
  (name: string | null, of: 'main' | RegExp = /^/, side: 'begin' | 'end' = 'begin'): Source =>
  (start) => {
    const times = start.chromium
      .filter((event) => event.ph !== 'M' && (name === null || event.name === name))
      .filter(({ pid, args = {} }) => (of === 'main' ? pid === start.pid : of.test(JSON.stringify(args))))
      .map(({ ts, dur = 0 }) => (side === 'begin' ? ts : ts + dur));
    return times.length === 0 ? undefined : Math.min(...times);
  };

const PAGE = /app:\/\/shell|page\.html/;
const SCRIPT = /assets\/index\.js/;

const PHASES: readonly (readonly [process: string, name: string, of: Source])[] = [
  ['launcher', 'spawn', ({ spawnedAt }) => spawnedAt],
  ['launcher', 'becomes Electron', ({ execAt }) => execAt ?? undefined],
  ['main', 'Chromium runs', chromium(null, 'main')],
  ['main', 'Node runs', hook('first module')],
  ['main', 'first line of main', hook('module main.cjs')],
  ['main', 'main.cjs has run', hook('module main.cjs', 'until')],
  ['main', 'app ready', hook('app ready')],
  ['main', 'window created', hook('window created')],
  ['main', 'load began', hook('load began')],
  ['main', 'page parsed', hook('page parsed')],
  ['main', 'login modules loaded', hook('module run-login.cjs', 'until')],
  ['main', 'engine loaded', hook('module create-login.cjs', 'until')],
  ['main', 'first picture known', hook('first picture known')],
  ['main', 'window shown', hook('window shown')],
  ['main', 'first view sent', hook('answer login:get-view', 'until')],
  ['preload', 'begins', chromium('bench: preload begins')],
  ['preload', 'ends', chromium('bench: preload ends')],
  ['renderer', 'navigation start', chromium('navigationStart', PAGE)],
  ['renderer', 'script requested', chromium('ResourceSendRequest', SCRIPT)],
  ['renderer', 'first paint', chromium('firstPaint')],
  ['renderer', 'script compiled', chromium('v8.compileModule', SCRIPT, 'end')],
  ['renderer', 'React has the form', chromium('bench: React has the form')],
  ['renderer', 'field focused', chromium('bench: field focused')],
  ['renderer', 'ready to type', hook('ready to type')],
];

export function phasesOf(start: Start): readonly Phase[] {
  return PHASES.flatMap(([process, name, of]) => {
    const at = of(start);
    return at === undefined ? [] : [{ process, name, atMs: (at - start.spawnedAt) / 1000 }];
  });
}

/** Ours in their order, each beside the bare window's, where that has the phase. */
export function timeLine(ours: readonly Phase[], bare: readonly Phase[]): string {
  const rows = [...ours].sort((one, other) => one.atMs - other.atMs);
  const other = (phase: Phase): Phase | undefined =>
    bare.find(({ process, name }) => process === phase.process && name === phase.name);
  const cell = (phase: Phase | undefined): string => (phase?.atMs.toFixed(1) ?? '').padStart(8);
  return [
    '      ms    bare',
    ...rows.map((phase) => `${cell(phase)}${cell(other(phase))}  ${phase.process.padEnd(8)}  ${phase.name}`),
  ].join('\n');
}

/** A lane of main's for the phases. */
const LANE = 1;

/** The starts side by side, each from its spawn on. */
export const mergedTrace = (starts: Readonly<Record<string, Start>>) => ({
  traceEvents: Object.entries(starts).flatMap(([name, start]) => eventsOf(name, start)),
});

function eventsOf(name: string, start: Start): readonly unknown[] {
  const { launcher, pid, spawnedAt, execAt } = start;
  const lane = { cat: 'bench', tid: LANE };
  const slice = (which: number, what: string, at: number, until: number): unknown => ({
    ...{ ...lane, ph: 'X', pid: which, name: what, ts: at - spawnedAt, dur: until - at },
  });
  const chromiums = start.chromium.map((event) => {
    if (event.ph !== 'M') return { ...event, ts: event.ts - spawnedAt };
    const process = `${name}: ${String(event.args?.['name'])}`;
    return event.name === 'process_name' ? { ...event, args: { name: process } } : event;
  });
  const threads = { ph: 'M', pid, tid: LANE, name: 'thread_name', args: { name: 'modules and answers' } };
  const process = { ...threads, pid: launcher, name: 'process_name', args: { name: `${name}: launcher` } };
  return [
    ...chromiums,
    threads,
    ...start.events.map((event) => slice(pid, event.name, event.at, event.until)),
    ...phasesOf(start).map((phase) => ({
      ...{ ...lane, ph: 'i', s: 'g', pid, name: `${phase.process}: ${phase.name}`, ts: phase.atMs * 1000 },
    })),
    ...(execAt === null ? [] : [process, slice(launcher, 'launcher', spawnedAt, execAt)]),
  ];
}
