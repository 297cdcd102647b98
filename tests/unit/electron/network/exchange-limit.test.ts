import { describe, expect, it } from 'vitest';
import { exchangeLimit, PROCESS_TIMERS } from '../../../../electron/network/exchange-limit.ts';
import { LOGIN_LIMITS } from '../../../../shared/login/machine/login-limits.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';

const LIMIT_MS = 3_000;

function limited() {
  const clock = new FakeClock();
  let overs = 0;
  const cancel = exchangeLimit(clock, LIMIT_MS, () => {
    overs += 1;
  });
  return { clock, cancel, overs: () => overs };
}

describe('the time limit of an exchange', () => {
  it('ends an exchange at its limit, and not before', () => {
    const { clock, overs } = limited();
    clock.advance(LIMIT_MS - 1);
    expect(overs()).toBe(0);
    clock.advance(1);
    expect([overs(), clock.pending]).toEqual([1, 0]);
  });

  it('ends an exchange at once whose timer is late as other work makes it', () => {
    const { clock, overs } = limited();
    clock.sleep(LIMIT_MS + 499);
    clock.advance(0);
    expect([overs(), clock.pending]).toEqual([1, 0]);
  });

  it('waits another 1.5 seconds after a suspension, to read what came meanwhile (SEC-23)', () => {
    const { clock, overs } = limited();
    clock.sleep(LIMIT_MS + 500);
    clock.advance(1_499);
    expect(overs()).toBe(0);
    clock.advance(1);
    expect([overs(), clock.pending]).toEqual([1, 0]);
  });

  it('ends an exchange after a suspension before the login gives up on its port', () => {
    const { clock, overs } = limited();
    clock.sleep(60_000);
    clock.advance(LOGIN_LIMITS.answerSlackMs - 1);
    expect(overs()).toBe(1);
  });

  it.each([
    ['before its limit', 0],
    ['after a suspension', 60_000],
  ])('ends no exchange that was cancelled %s', (_when, asleepMs) => {
    const { clock, cancel, overs } = limited();
    clock.sleep(asleepMs);
    clock.advance(0);
    cancel();
    expect(clock.pending).toBe(0);
    clock.advance(60_000);
    expect(overs()).toBe(0);
  });

  it('reads the clock of the process, which stops while the computer sleeps', () => {
    const beforeMs = performance.now();
    const nowMs = PROCESS_TIMERS.nowMs();
    expect(nowMs).toBeGreaterThanOrEqual(beforeMs);
    expect(nowMs).toBeLessThanOrEqual(performance.now());
  });
});
