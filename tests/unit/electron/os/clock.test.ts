import { uptime } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPUTER, processClock, createClock, LOOK_EVERY_MS } from '../../../../electron/os/clock.ts';
import { SleepyComputer } from '../../../support/sleepy-computer.ts';

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

  it('acts once, after the time', () => {
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

  it.each([-1, 0, NaN])('acts at once for %s ms', (ms) => {
    const act = vi.fn();
    processClock.schedule(ms, act);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it.each([86_400_000, 2_147_483_648, 1e15, Infinity])(
    'does not act at once for %s ms, which a timer may not hold',
    (ms) => {
      const act = vi.fn();
      processClock.schedule(ms, act);
      vi.advanceTimersByTime(600_000);
      expect(act).not.toHaveBeenCalled();
    },
  );
});

describe('the clocks of this computer', () => {
  it.runIf(process.platform === 'linux')('tell on Linux how long it has run, sleep included', () => {
    const bootMs = COMPUTER.bootMs() ?? expect.fail('/proc/uptime was not read');
    expect(Math.abs(uptime() * 1000 - bootMs)).toBeLessThan(1_000);
    const aheadMs = bootMs - COMPUTER.monotonicMs();
    // Both in milliseconds: without a sleep in between neither goes ahead of the other.
    expect(Math.abs((COMPUTER.bootMs() ?? 0) - COMPUTER.monotonicMs() - aheadMs)).toBeLessThan(1_000);
  });
});

const HOUR_MS = 3_600_000;

describe.each([
  ['a clock that stops in sleep, and the time since the start', { stopsInSleep: true, tellsBootTime: true }],
  ['a clock that runs on in sleep', { stopsInSleep: false, tellsBootTime: false }],
  ['one that runs on, and the time since the start', { stopsInSleep: false, tellsBootTime: true }],
])('time with %s', (_what, kind) => {
  it('counts sleep, without any signal', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    computer.advance(10_000);
    computer.sleep(HOUR_MS);
    expect(clock.nowMs() - startMs).toBe(HOUR_MS + 10_000);
    computer.sleep(HOUR_MS);
    computer.advance(5_000);
    expect(clock.nowMs() - startMs).toBe(2 * HOUR_MS + 15_000);
  });

  it('runs an act that was due in a sleep soon after it, once', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
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
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const act = vi.fn();
    clock.schedule(120_000, act);
    computer.sleep(100_000);
    computer.advance(19_000);
    expect(act).not.toHaveBeenCalled();
    computer.advance(1_000 + LOOK_EVERY_MS);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('counts sleep once where the operating system signals it too', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    clock.suspended();
    computer.sleep(HOUR_MS);
    clock.resumed();
    clock.resumed();
    expect(clock.nowMs() - startMs).toBe(HOUR_MS);
  });

  it('does not follow the computer’s clock, forwards or back', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    for (const byMs of [HOUR_MS, -2 * HOUR_MS]) {
      computer.setWall(byMs);
      computer.advance(1_000);
    }
    expect(clock.nowMs() - startMs).toBe(2_000);
  });
});

describe('time with signals alone to tell of a sleep', () => {
  const kind = { stopsInSleep: true, tellsBootTime: false };

  it('counts the time by which the computer’s clock went on between them', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    computer.advance(1_000);
    clock.suspended();
    computer.sleep(HOUR_MS);
    clock.resumed();
    expect(clock.nowMs() - startMs).toBe(HOUR_MS + 1_000);
  });

  it('never goes back, and believes a day at most', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    clock.suspended();
    computer.setWall(-HOUR_MS);
    clock.resumed();
    expect(clock.nowMs()).toBe(startMs);
    clock.suspended();
    computer.setWall(1_000 * HOUR_MS);
    clock.resumed();
    expect(clock.nowMs() - startMs).toBe(24 * HOUR_MS);
  });

  it('believes no signal that has no beginning', () => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    computer.setWall(HOUR_MS);
    clock.resumed();
    expect(clock.nowMs()).toBe(startMs);
  });
});

describe('readings that cannot be trusted', () => {
  it('are no sleep where the process was stopped between them', () => {
    const computer = new SleepyComputer({ stopsInSleep: true, tellsBootTime: true });
    let isStopped = false;
    const clock = createClock({
      ...computer.sources,
      bootMs: () => {
        // Stopped between the two readings: the second is of later.
        if (isStopped) computer.advance(30_000);
        return computer.sources.bootMs();
      },
    });
    const startMs = clock.nowMs();
    isStopped = true;
    expect(clock.nowMs() - startMs).toBe(30_000);
    isStopped = false;
    expect(clock.nowMs() - startMs).toBe(30_000);
  });

  it('are no sleep where they differ by the grain of the clocks', () => {
    const computer = new SleepyComputer({ stopsInSleep: true, tellsBootTime: true });
    const clock = createClock({
      ...computer.sources,
      // As /proc/uptime tells it.
      bootMs: () => Math.floor((computer.sources.bootMs() ?? 0) / 10) * 10,
    });
    const startMs = clock.nowMs();
    for (let step = 1; step <= 1_000; step += 1) {
      computer.advance(7);
      expect(clock.nowMs() - startMs).toBe(step * 7);
    }
  });

  it('are done without while they are missing, and count a sleep when they are back', () => {
    const computer = new SleepyComputer({ stopsInSleep: true, tellsBootTime: true });
    let isThere = true;
    const clock = createClock({
      ...computer.sources,
      bootMs: () => (isThere ? computer.sources.bootMs() : null),
    });
    const startMs = clock.nowMs();
    isThere = false;
    computer.advance(1_000);
    expect(clock.nowMs() - startMs).toBe(1_000);
    isThere = true;
    computer.sleep(HOUR_MS);
    expect(clock.nowMs() - startMs).toBe(HOUR_MS + 1_000);
  });
});
