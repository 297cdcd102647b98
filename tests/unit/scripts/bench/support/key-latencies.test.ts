/**
 * Latencies that the benchmark reads from Chromium's key traces. The traces are like real ones,
 * with fewer stages.
 */
import { describe, expect, it } from 'vitest';
import { keyLatencies } from '../../../../../scripts/bench/support/key-latencies.ts';

const APART_MS = 25;
let ids = 0;

/** One input event: its begin and its outcome, in microseconds. */
function inputEvent(
  type: 'KEY_PRESSED' | 'KEY_RELEASED' | 'MOUSE_MOVED',
  begunAt: number,
  { presentedAt = null, pid = 7 }: { presentedAt?: number | null; pid?: number } = {},
): readonly object[] {
  const common = {
    pid,
    tid: 1,
    cat: 'cc,benchmark,input',
    id2: { local: `0x${(ids += 1).toString(16)}` },
  };
  const stage = 'SubmitCompositorFrameToPresentationCompositorFrame';
  const begin = {
    name: 'EventLatency',
    ph: 'b',
    ts: begunAt,
    args: { event_latency: { event_type: type } },
  };
  // An event without a visible change ends when the page has handled it.
  const end = { name: 'EventLatency', ph: 'e', ts: presentedAt ?? begunAt + 900, args: {} };
  const frame =
    presentedAt === null
      ? []
      : [
          { name: stage, ph: 'b', ts: presentedAt - 1000 },
          { name: stage, ph: 'e', ts: presentedAt },
        ];
  return [begin, ...frame, end].map((event) => ({ ...common, ...event }));
}

const read = (events: readonly (readonly object[])[], keys: number): readonly number[] =>
  keyLatencies({ traceEvents: events.flat() }, keys, APART_MS);

describe('the time from a key to the presented frame', () => {
  it('measures from the first event of a key to the frame that shows it, whichever of its events did that', () => {
    const both = [
      inputEvent('KEY_PRESSED', 1000, { presentedAt: 8100 }),
      inputEvent('KEY_PRESSED', 1400, { presentedAt: 8100 }),
    ];
    const characterAlone = [
      inputEvent('KEY_PRESSED', 61_000),
      inputEvent('KEY_PRESSED', 61_300, { presentedAt: 66_200 }),
    ];
    const noCharacter = [inputEvent('KEY_PRESSED', 121_000, { presentedAt: 125_500 })];
    expect(read([...both, ...characterAlone, ...noCharacter], 3)).toEqual([7.1, 5.2, 4.5]);
  });

  it('takes no account of releases and of the pointer in the latency of keys', () => {
    const others = [
      inputEvent('KEY_RELEASED', 2000, { presentedAt: 3000 }),
      inputEvent('MOUSE_MOVED', 500, { presentedAt: 600 }),
    ];
    expect(read([...others, inputEvent('KEY_PRESSED', 1000, { presentedAt: 5000 })], 1)).toEqual([
      4,
    ]);
  });

  it('tells key events of two processes with one number apart', () => {
    const [mine, theirs] = [
      inputEvent('KEY_PRESSED', 1000, { presentedAt: 5000 }),
      inputEvent('MOUSE_MOVED', 1000, { presentedAt: 90_000, pid: 8 }),
    ];
    const sameNumber = theirs.map((event) => ({ ...event, id2: (mine[0] as { id2: object }).id2 }));
    expect(read([mine, sameNumber], 1)).toEqual([4]);
  });

  it.each([
    ['a key too few', [inputEvent('KEY_PRESSED', 1000, { presentedAt: 5000 })], /2 keys .* 1$/],
    [
      'a key that did not change the screen',
      [inputEvent('KEY_PRESSED', 1000, { presentedAt: 5000 }), inputEvent('KEY_PRESSED', 61_000)],
      /key 2 of 2 did not change/,
    ],
  ])('refuses the latencies of a trace with %s', (_name, events, message) => {
    expect(() => read(events, 2)).toThrow(message);
  });
});
