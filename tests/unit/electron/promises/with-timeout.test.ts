import { describe, expect, it } from 'vitest';
import { deferred } from '../../../../electron/promises/deferred.ts';
import { nodeTimers } from '../../../../electron/promises/timers.ts';
import { withTimeout } from '../../../../electron/promises/with-timeout.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';

describe('a wait with a time limit', () => {
  it('gives the result of work that ends in time, and leaves no timer', async () => {
    const clock = new FakeClock();
    await expect(withTimeout(clock, 1000, Promise.resolve('done'), null)).resolves.toBe('done');
    expect(clock.pending).toBe(0);
  });

  it('gives the caller’s own value after the limit', async () => {
    const clock = new FakeClock();
    const { promise, resolve } = deferred<string>();
    const answer = withTimeout(clock, 1000, promise, 'too late');
    clock.advance(1000);
    resolve('done');
    await expect(answer).resolves.toBe('too late');
  });

  it('gives the caller’s own value for work that rejects, and leaves no timer', async () => {
    const clock = new FakeClock();
    const work = Promise.reject(new Error('broken'));
    await expect(withTimeout(clock, 1000, work, 'too late')).resolves.toBe('too late');
    expect(clock.pending).toBe(0);
  });

  it('waits with Node’s timers', async () => {
    await expect(withTimeout(nodeTimers, 1, deferred().promise, null)).resolves.toBeNull();
  });
});
