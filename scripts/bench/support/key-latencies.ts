/**
 * Key latencies from Chromium's own trace: the time from the press until its change was on the
 * screen.
 */

/**
 * The category of Chromium's tracing that it is read from, and no other: to write more of them down
 * takes time itself.
 */
export const KEY_CATEGORIES = ['input'] as const;

/** As far as it is read. Times are microseconds of one clock, whatever the process. */
type TraceEvent = Readonly<Record<'name' | 'ph' | 'ts' | 'pid' | 'id', unknown>> &
  Readonly<{
    id2?: Readonly<{ local?: unknown }>;
    args?: Readonly<{ event_latency?: Readonly<{ event_type?: unknown }> }>;
  }>;

/** The last stage of an event: only events that changed the picture reach it. */
const PRESENTATION = 'SubmitCompositorFrameToPresentationCompositorFrame';

/**
 * The milliseconds from each press of a key to the presented frame that shows its effect, in the
 * order of the presses. One key is one or two events (the key, the character); the time is from the
 * first to the first frame of either.
 *
 * @param trace the parsed output of `contentTracing`
 * @param keys how many were pressed
 * @param apartMs the least time between two presses; events that are nearer belong to one key
 * @throws {Error} where other than that many keys were pressed, or one changed no picture
 */
export function keyLatencies(trace: unknown, keys: number, apartMs: number): readonly number[] {
  const { traceEvents = [] } = trace as Readonly<{ traceEvents?: readonly TraceEvent[] }>;
  const pressed = new Map<string, number>();
  const presented = new Map<string, number>();
  for (const { name, ph, ts, pid, id, id2, args } of traceEvents) {
    const key = `${String(pid)} ${String(id2?.local ?? id)}`;
    const isPress = name === 'EventLatency' && args?.event_latency?.event_type === 'KEY_PRESSED';
    if (isPress && ph === 'b') pressed.set(key, Number(ts));
    else if (name === PRESENTATION && ph === 'e') presented.set(key, Number(ts));
  }
  const groups: { begun: number; shown: number }[] = [];
  for (const [key, begun] of [...pressed].sort(([, one], [, other]) => one - other)) {
    const [last, shown] = [groups.at(-1), presented.get(key) ?? Infinity];
    if (last !== undefined && begun - last.begun < apartMs * 1000)
      last.shown = Math.min(last.shown, shown);
    else groups.push({ begun, shown });
  }
  if (groups.length !== keys)
    throw new Error(`${keys} keys were pressed, and the trace has ${groups.length}`);
  return groups.map(({ begun, shown }, at) => {
    if (shown === Infinity) throw new Error(`key ${at + 1} of ${keys} did not change the screen`);
    return (shown - begun) / 1000;
  });
}
