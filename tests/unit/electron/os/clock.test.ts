import { uptime } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  COMPUTER,
  processClock,
  createClock,
  LOOK_EVERY_MS,
} from '../../../../electron/os/clock.ts';
import { SleepyComputer } from '../../../support/fakes/sleepy-computer.ts';

describe('the clock of the process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('does not follow the computer’s clock', () => {
    const before = processClock.nowMs();
    vi.setSystemTime(Date.now() + 86_400_000);
    const passedMs = processClock.nowMs() - before;
    expect(passedMs).toBeGreaterThanOrEqual(0);
    expect(passedMs).toBeLessThan(60_000);
  });

  it('runs an act once, after its time', () => {
    const act = vi.fn();
    processClock.schedule(100, act);
    vi.advanceTimersByTime(99);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('takes back an act that is not done yet', () => {
    const act = vi.fn();
    const takeBack = processClock.schedule(100, act);
    takeBack();
    takeBack();
    vi.advanceTimersByTime(1_000);
    expect(act).not.toHaveBeenCalled();
  });

  it.each([-1, 0, NaN])('runs an act at once for %s ms', (ms) => {
    const act = vi.fn();
    processClock.schedule(ms, act);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it.each([86_400_000, 2_147_483_648, 1e15, Infinity])(
    'does not run an act at once for %s ms, which a timer may not hold',
    (ms) => {
      const act = vi.fn();
      processClock.schedule(ms, act);
      vi.advanceTimersByTime(600_000);
      expect(act).not.toHaveBeenCalled();
    },
  );
});

describe('the clocks of this computer', () => {
  it.runIf(process.platform === 'linux')('tells on Linux how long the computer has run', () => {
    const readBootMs = (): number => COMPUTER.bootMs() ?? expect.fail('/proc/uptime was not read');
    // Between two looks, however far a busy machine draws them apart.
    const [from, bootMs, to] = [uptime(), readBootMs(), uptime()];
    expect(bootMs).toBeGreaterThanOrEqual(from * 1000 - GRAIN_MS);
    expect(bootMs).toBeLessThanOrEqual(to * 1000 + GRAIN_MS);
    const ahead = (): Readonly<{ leastMs: number; mostMs: number }> => {
      const [before, boot, after] = [COMPUTER.monotonicMs(), readBootMs(), COMPUTER.monotonicMs()];
      return { leastMs: boot - after, mostMs: boot - before };
    };
    // Both in milliseconds: without a sleep in between neither goes ahead of the other.
    const [first, second] = [ahead(), ahead()];
    expect(second.leastMs).toBeLessThanOrEqual(first.mostMs + GRAIN_MS);
    expect(first.leastMs).toBeLessThanOrEqual(second.mostMs + GRAIN_MS);
  });
});

const HOUR_MS = 3_600_000;
/** Of `/proc/uptime`. */
const GRAIN_MS = 10;
const TELLING = { stopsInSleep: true, tellsBootTime: true };

/**
 * A clock on a computer that tells its time since the start in this way, and the time that has
 * passed by it.
 */
function begin(
  kind: ConstructorParameters<typeof SleepyComputer>[0],
  bootMs: (computer: SleepyComputer) => number | null = ({ sources }) => sources.bootMs(),
) {
  const computer = new SleepyComputer(kind);
  const clock = createClock({ ...computer.sources, bootMs: () => bootMs(computer) });
  const startMs = clock.nowMs();
  return { computer, clock, passedMs: () => clock.nowMs() - startMs };
}

describe.each([
  ['a clock that stops in sleep, and the time since the start', TELLING],
  ['a clock that runs on in sleep', { stopsInSleep: false, tellsBootTime: false }],
  ['one that runs on, and the time since the start', { stopsInSleep: false, tellsBootTime: true }],
])('time with %s', (_what, kind) => {
  it('counts sleep, without any signal', () => {
    const { computer, passedMs } = begin(kind);
    computer.advance(10_000);
    computer.sleep(HOUR_MS);
    expect(passedMs()).toBe(HOUR_MS + 10_000);
    computer.sleep(HOUR_MS);
    computer.advance(5_000);
    expect(passedMs()).toBe(2 * HOUR_MS + 15_000);
  });

  it('runs an act that was due in a sleep soon after it, once', () => {
    const { computer, clock } = begin(kind);
    const act = vi.fn();
    clock.schedule(120_000, act);
    computer.advance(60_000);
    computer.sleep(HOUR_MS);
    expect(act).not.toHaveBeenCalled();
    computer.advance(LOOK_EVERY_MS);
    expect(act).toHaveBeenCalledTimes(1);
    computer.advance(HOUR_MS);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('runs an act that was not due in a sleep at its time', () => {
    const { computer, clock } = begin(kind);
    const act = vi.fn();
    clock.schedule(120_000, act);
    computer.sleep(100_000);
    computer.advance(19_000);
    expect(act).not.toHaveBeenCalled();
    computer.advance(1_000 + LOOK_EVERY_MS);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('counts sleep once if the operating system signals it too', () => {
    const { computer, clock, passedMs } = begin(kind);
    clock.suspended();
    computer.sleep(HOUR_MS);
    clock.resumed();
    clock.resumed();
    expect(passedMs()).toBe(HOUR_MS);
  });

  it('does not follow the computer’s clock, forwards or back', () => {
    const { computer, passedMs } = begin(kind);
    for (const byMs of [HOUR_MS, -2 * HOUR_MS]) {
      computer.setWall(byMs);
      computer.advance(1_000);
    }
    expect(passedMs()).toBe(2_000);
  });
});

describe('time with signals alone to tell of a sleep', () => {
  const kind = { stopsInSleep: true, tellsBootTime: false };

  it('counts a sleep by the computer’s clock between its two signals', () => {
    const { computer, clock, passedMs } = begin(kind);
    computer.advance(1_000);
    clock.suspended();
    computer.sleep(HOUR_MS);
    clock.resumed();
    expect(passedMs()).toBe(HOUR_MS + 1_000);
  });

  it('never goes back by signals of a sleep, and believes a day at most', () => {
    const { computer, clock, passedMs } = begin(kind);
    clock.suspended();
    computer.setWall(-HOUR_MS);
    clock.resumed();
    expect(passedMs()).toBe(0);
    clock.suspended();
    computer.setWall(1_000 * HOUR_MS);
    clock.resumed();
    expect(passedMs()).toBe(24 * HOUR_MS);
  });

  it('believes no end of a sleep without its beginning', () => {
    const { computer, clock, passedMs } = begin(kind);
    computer.setWall(HOUR_MS);
    clock.resumed();
    expect(passedMs()).toBe(0);
  });
});

describe('readings that cannot be trusted', () => {
  it('counts no sleep if the process was stopped between two readings', () => {
    let isStopped = false;
    const { passedMs } = begin(TELLING, (computer) => {
      // Stopped between the two readings: the second is of later.
      if (isStopped) computer.advance(30_000);
      return computer.sources.bootMs();
    });
    isStopped = true;
    expect(passedMs()).toBe(30_000);
    isStopped = false;
    expect(passedMs()).toBe(30_000);
  });

  it('counts no sleep if the readings differ by the grain of the clocks', () => {
    // As /proc/uptime tells it.
    const { computer, passedMs } = begin(
      TELLING,
      ({ sources }) => Math.floor((sources.bootMs() ?? 0) / 10) * 10,
    );
    for (let step = 1; step <= 1_000; step += 1) {
      computer.advance(7);
      expect(passedMs()).toBe(step * 7);
    }
  });

  it('does without readings while they are missing, and counts a sleep when they are back', () => {
    let isThere = true;
    const { computer, passedMs } = begin(TELLING, ({ sources }) =>
      isThere ? sources.bootMs() : null,
    );
    isThere = false;
    computer.advance(1_000);
    expect(passedMs()).toBe(1_000);
    isThere = true;
    computer.sleep(HOUR_MS);
    expect(passedMs()).toBe(HOUR_MS + 1_000);
  });
});
