import { uptime } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPUTER, processClock } from '../../../../electron/os/clock.ts';

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

  it('takes back what has not been done', () => {
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
