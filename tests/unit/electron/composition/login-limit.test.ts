import { describe, expect, it } from 'vitest';
import { LoginLimit } from '../../../../electron/composition/login-limit.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';

/** A limit of five seconds, and the ends that it has called. */
function limited() {
  const clock = new FakeClock();
  const startMs = clock.nowMs();
  const ends: string[] = [];
  const limit = new LoginLimit(5, clock);
  const endBy = (name: string) => {
    limit.endBy(() => {
      ends.push(name);
    });
  };
  return { clock, startMs, ends, limit, endBy };
}

describe('the limit of a login', () => {
  it('ends a login once, when the time of --timeout has passed', () => {
    const { clock, ends, endBy } = limited();
    endBy('start');
    clock.advance(4999);
    expect(ends).toEqual([]);
    clock.advance(1);
    clock.advance(60_000);
    expect(ends).toEqual(['start']);
  });

  it('counts the limit of a login from its start, not from the step that it ends', () => {
    const { clock, ends, endBy } = limited();
    clock.advance(4000);
    endBy('start');
    clock.advance(1000);
    expect(ends).toEqual(['start']);
  });

  it('keeps one end of a login at a time: a later step replaces an earlier one', () => {
    const { clock, ends, endBy } = limited();
    endBy('start');
    endBy('window with a fault');
    clock.advance(5000);
    expect(ends).toEqual(['window with a fault']);
  });

  it('ends no login that the machine has taken over, which gets the time instead', () => {
    const { clock, startMs, ends, limit, endBy } = limited();
    endBy('start');
    expect(limit.handToMachine()).toBe(startMs + 5000);
    clock.advance(60_000);
    expect(ends).toEqual([]);
  });

  it('never ends a login without --timeout', () => {
    const clock = new FakeClock();
    const ends: string[] = [];
    const limit = new LoginLimit(null, clock);
    limit.endBy(() => ends.push('start'));
    clock.advance(86_400_000);
    expect(ends).toEqual([]);
    expect(limit.handToMachine()).toBeNull();
  });
});
