/** The benchmark's test for a busy machine. */
import { describe, expect, it } from 'vitest';
import {
  busyReason,
  loadBetween,
  machineTicks,
  processTicks,
} from '../../../../../scripts/bench/support/other-work.ts';

describe('the time of other programs', () => {
  it('counts for other programs the part of the machine that the run did not use', () => {
    const before = { all: 1000, busy: 100, own: 50 };
    const after = { all: 3000, busy: 1100, own: 650 };
    expect(loadBetween('start', before, after, 2)).toEqual({
      part: 'start',
      seconds: 10,
      share: 0.2,
    });
  });

  it('counts for other programs never less than no time, and none for a part without a tick', () => {
    const before = { all: 1000, busy: 100, own: 50 };
    expect(loadBetween('size', before, { all: 1100, busy: 110, own: 70 }, 2).share).toBe(0);
    expect(loadBetween('size', before, before, 2).share).toBe(0);
  });

  it('reads the line of all cores: idle and waiting are not busy, steal is', () => {
    const text = 'cpu  100 20 30 4000 500 6 7 80 90 0\ncpu0 1 2 3 4 5 6 7 8 9 0\nintr 1\n';
    expect(machineTicks(text)).toEqual({ all: 4743, busy: 243 });
    expect(() => machineTicks('intr 1\n')).toThrow('no processor times');
  });

  it('reads the time of a process of any name, with its children that have ended', () => {
    const text = '12 (a) b) R 1 12 12 0 -1 4194560 1 2 3 4 500 60 7000 800 20 0 1 0 99 1000\n';
    expect(processTicks(text)).toBe(8360);
    expect(processTicks('')).toBe(0);
  });
});

describe('a busy machine', () => {
  const load = (part: string, share: number, seconds = 20) => ({ part, seconds, share });

  it('calls a machine busy by the load before the run, for its number of cores', () => {
    expect(busyReason(1.5, 2, [])).toBe('the load was 1.50 before the run');
    expect(busyReason(1.5, 4, [])).toBeNull();
  });

  it('calls a machine busy if others took much time during a part, and names the worst', () => {
    expect(busyReason(0, 2, [load('gate', 0.02), load('start', 0.34), load('keys', 0.2)])).toBe(
      'other programs used 34 % of the processor during "start"',
    );
    expect(busyReason(0, 2, [load('gate', 0.02), load('keys', 0.05)])).toBeNull();
  });

  it('calls no machine busy by a part of a few ticks', () => {
    expect(busyReason(0, 2, [load('size', 1, 0.02)])).toBeNull();
  });
});
