import { describe, expect, it } from 'vitest';
import { TimeLimit } from '../../../electron/faces/time-limit.ts';
import type { LoginView } from '../../../shared/login/login-view.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const verifying = (isVerifying: boolean): LoginView => ({ screen: 'approval', isVerifying }) as LoginView;

function limited(seconds: number | null) {
  const clock = new FakeClock();
  let over = 0;
  const limit = new TimeLimit(seconds, clock, () => {
    over += 1;
  });
  return { clock, limit, over: () => over };
}

describe('the limit of the whole login', () => {
  it('passes once, at its time', () => {
    const { clock, over } = limited(5);
    clock.advance(4_999);
    expect(over()).toBe(0);
    clock.advance(1);
    expect(over()).toBe(1);
    clock.advance(60_000);
    expect(over()).toBe(1);
  });

  it('tells what is left of it', () => {
    const { clock, limit } = limited(5);
    expect(limit.remainingMs()).toBe(5000);
    clock.advance(2000);
    expect(limit.remainingMs()).toBe(3000);
    clock.advance(9000);
    expect(limit.remainingMs()).toBe(0);
    expect(limited(null).limit.remainingMs()).toBeNull();
  });

  it('waits for an approval that is being checked', () => {
    const { clock, limit, over } = limited(5);
    limit.show(verifying(true));
    clock.advance(6_000);
    expect(over()).toBe(0);
    limit.show(verifying(false));
    expect(over()).toBe(1);
  });

  it('does not pass where there is none, or where the login is over', () => {
    const without = limited(null);
    expect(without.clock.pending).toBe(0);
    const { clock, limit, over } = limited(5);
    limit.show(verifying(true));
    clock.advance(5_000);
    limit.stop();
    limit.show(verifying(false));
    expect(over()).toBe(0);
    expect(clock.pending).toBe(0);
  });
});
