/**
 * One start as phases of its processes, and as a trace that Chromium's viewer opens. Times are
 * microseconds of one clock.
 */

/**
 * An event of a trace, as far as it is read: Chromium's, that of trace-hook.cjs in main, or the
 * launcher's.
 */
export type TraceEvent = Readonly<Record<'name' | 'ph', string> & Record<'ts' | 'pid', number>> &
  Readonly<{ dur?: number; cat?: string; args?: Readonly<Record<string, unknown>> }>;

/** `pid`: of main; times count from the spawn on. */
export type Start = Readonly<{ pid: number; events: readonly TraceEvent[] }>;

const PAGE = /app:\/\/shell|page\.html/;
const SCRIPT = /assets\/index\.js/;

/** `event`: the name of the first event that has `args`; null for any of Chromium's in main. */
type Phase = readonly [
  process: string,
  name: string,
  event: string | null,
  args?: RegExp,
  side?: 'end',
];

const PHASES: readonly Phase[] = [
  ['launcher', 'spawn', 'spawn'],
  ['launcher', 'becomes Electron', 'launcher', /^/, 'end'],
  ['main', 'Chromium runs', null],
  ['main', 'Node runs', 'first module'],
  ['main', 'first line of main', 'module main.cjs'],
  ['main', 'main.cjs has run', 'module main.cjs', /^/, 'end'],
  ['main', 'app ready', 'app ready'],
  ['main', 'window created', 'window created'],
  ['main', 'load began', 'load began'],
  ['main', 'page parsed', 'page parsed'],
  ['main', 'login modules loaded', 'module run-login.cjs', /^/, 'end'],
  ['main', 'engine loaded', 'module create-login.cjs', /^/, 'end'],
  ['main', 'first picture known', 'first picture known'],
  ['main', 'window shown', 'window shown'],
  ['main', 'first view sent', 'answer login:get-view', /^/, 'end'],
  ['preload', 'begins', 'bench: preload begins'],
  ['preload', 'ends', 'bench: preload ends'],
  ['renderer', 'navigation start', 'navigationStart', PAGE],
  ['renderer', 'script requested', 'ResourceSendRequest', SCRIPT],
  ['renderer', 'first paint', 'firstPaint'],
  ['renderer', 'script compiled', 'v8.compileModule', SCRIPT, 'end'],
  ['renderer', 'React has the form', 'bench: React has the form'],
  ['renderer', 'field focused', 'bench: field focused'],
  ['renderer', 'ready to type', 'ready to type'],
];

/** When a phase was reached; Infinity for a start without it. */
function timeOf({ pid, events }: Start, [, , name, args = /^/, side]: Phase): number {
  const times = events
    .filter((event) =>
      name === null ? event.pid === pid && event.cat !== OURS : event.name === name,
    )
    .filter((event) => event.ph !== 'M' && args.test(JSON.stringify(event.args)))
    .map(({ ts, dur = 0 }) => (side === 'end' ? ts + dur : ts));
  return Math.min(...times);
}

/** The category of the events that are not Chromium's. */
export const OURS = 'bench';

/** Ours in their order, each beside the bare window's, where that has the phase. */
export function timeLine(ours: Start, bare: Start): string {
  const cell = (us: number): string => (us === Infinity ? '' : (us / 1000).toFixed(1)).padStart(8);
  const rows = PHASES.map((phase) => ({ phase, us: timeOf(ours, phase) }))
    .filter(({ us }) => us < Infinity)
    .sort((one, other) => one.us - other.us)
    .map(
      ({ phase, us }) =>
        `${cell(us)}${cell(timeOf(bare, phase))}  ${phase[0].padEnd(8)}  ${phase[1]}`,
    );
  return ['      ms    bare', ...rows].join('\n');
}
