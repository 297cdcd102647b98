/** Key latencies from Chromium's own trace: the time from the press until its change was on the screen. */

/** The category of Chromium's tracing that it is read from, and no other: to write more of them down takes time itself. */
export const KEY_CATEGORIES = ['input'] as const;

/** As far as it is read. Times are microseconds of one clock, whatever the process. */
type TraceEvent = Readonly<{
  name?: unknown;
  ph?: unknown;
  ts?: unknown;
  pid?: unknown;
  id?: unknown;
  id2?: Readonly<{ local?: unknown }>;
  args?: Readonly<{ event_latency?: Readonly<{ event_type?: unknown }> }>;
}>;

type Pressed = { readonly begun: number; shown: number | null };

/** The last stage of an event: only events that changed the picture reach it. */
const PRESENTATION = 'SubmitCompositorFrameToPresentationCompositorFrame';

/**
 * The milliseconds from each press of a key to the presented frame that shows its effect, in the order of the presses.
 * One key is one or two events (the key, the character); the time is from the first to the first frame of either.
 *
 * @param trace the parsed output of `contentTracing`
 * @param keys how many were pressed
 * @param apartMs the least time between two presses; events that are nearer belong to one key
 * @throws {Error} where other than that many keys were pressed, or one changed no picture
 */
export function keyLatencies(trace: unknown, keys: number, apartMs: number): readonly number[] {
  const { traceEvents = [] } = trace as Readonly<{ traceEvents?: readonly TraceEvent[] }>;
  const pressed = new Map<string, Pressed>();
  const presented = new Map<string, number>();
  for (const { name, ph, ts, pid, id, id2, args } of traceEvents) {
    const key = `${String(pid)} ${String(id2?.local ?? id)}`;
    const isPress = name === 'EventLatency' && args?.event_latency?.event_type === 'KEY_PRESSED';
    if (isPress && ph === 'b') pressed.set(key, { begun: Number(ts), shown: null });
    else if (name === PRESENTATION && ph === 'e') presented.set(key, Number(ts));
  }
  for (const [key, event] of pressed) event.shown = presented.get(key) ?? null;

  const groups: Pressed[][] = [];
  for (const event of [...pressed.values()].sort((one, other) => one.begun - other.begun)) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && event.begun - first.begun < apartMs * 1000)
      last.push(event);
    else groups.push([event]);
  }
  if (groups.length !== keys) {
    throw new Error(`${keys} keys were pressed, and the trace has ${groups.length}`);
  }
  return groups.map((group, at) => {
    const shown = group.flatMap((event) => event.shown ?? []);
    if (shown.length === 0) throw new Error(`key ${at + 1} of ${keys} did not change the screen`);
    return (Math.min(...shown) - (group[0]?.begun ?? Number.NaN)) / 1000;
  });
}
