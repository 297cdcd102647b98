import { describe, expect, it } from 'vitest';
import { settled } from '../../../../support/fake-engine.ts';
import { BYPASSED, NETWORK, offering, policyWith } from '../../../../support/login-fixtures.ts';
import { begin, waiting } from './terminal-sitting.ts';

describe('the ends of a login on a terminal', () => {
  it('let in without a check: said, and not waited', async () => {
    const { engine, terminal, outcomes } = begin({ username: 'alice' });
    await engine.last('init').fail(BYPASSED);
    expect(terminal.written.slice(-2)).toEqual([
      'The service lets you in without asking for a confirmation.',
      'The service says: “UserBypassedException message”',
    ]);
    expect(outcomes).toMatchObject([{ outcome: 'bypassed', username: 'alice' }]);
    expect(terminal.asked).toBeNull();
  });

  it('a signal: cancelled, with the question taken back, once, and nothing said after it', async () => {
    const { engine, frontend, terminal, outcomes } = await waiting('push');
    frontend.cancel();
    frontend.cancel();
    expect(terminal.asked).toBeNull();
    terminal.news();
    engine.clock.advance(600_000);
    await settled();
    expect(terminal.news()).toEqual([]);
    expect(outcomes).toMatchObject([{ outcome: 'cancelled', username: 'alice', method: 'push' }]);
    expect(outcomes).toHaveLength(1);
    const failed = begin({ username: 'alice' });
    await failed.engine.last('init').fail(NETWORK);
    failed.frontend.cancel();
    expect(failed.outcomes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  const ENDED = 'The sign-in was stopped. Nobody was signed in.';

  const LEFT = 'The request may still be on your phone. Ignore it, and do not approve it.';

  it.each(['q', null])('ended by the person with %j: said, last', async (answer) => {
    const { terminal } = await waiting('email');
    await terminal.type(answer);
    expect(terminal.written.filter((line) => line === ENDED)).toEqual(terminal.written.slice(-1));
  });

  it('ended by a signal: said, last and once, also before the login has begun', async () => {
    const { frontend, terminal } = await waiting('email');
    for (let times = 0; times < 2; times += 1) frontend.cancel();
    expect(terminal.written.filter((line) => line === ENDED)).toEqual(terminal.written.slice(-1));
    const early = begin({ hasBegun: false });
    early.frontend.cancel();
    // No question was asked yet, so only the kernel knows the content of the line.
    expect(early.terminal.news()).toEqual(['Ctrl-C ends the sign-in.', '', ENDED]);
    expect(early.outcomes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it.each(['q', null, 'signal'])('ended with %j after a push: it is said that the push stays', async (by) => {
    const { frontend, terminal } = await waiting('push');
    if (by === 'signal') frontend.cancel();
    else await terminal.type(by);
    expect(terminal.written.slice(-2)).toEqual([ENDED, LEFT]);
  });

  it.each(['q', null, 'signal'])('a refusal that was said is not said again: left with %j', async (by) => {
    const { engine, frontend, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail(NETWORK);
    if (by === 'signal') frontend.cancel();
    else await terminal.type(by);
    expect(terminal.written).not.toContain(ENDED);
  });

  const LIMIT = { engine: { policy: policyWith({ endsAtMs: 41_000 }) } };
  const TIMED_OUT = { outcome: 'not-now', reason: 'timed-out', username: 'alice' };

  it('the caller’s time limit: said, last, with the question taken back', async () => {
    const { engine, frontend, terminal, outcomes } = await waiting('push', ['email'], LIMIT);
    engine.clock.advance(39_000);
    terminal.news();
    engine.clock.advance(1_000);
    frontend.cancel();
    engine.clock.advance(600_000);
    await settled();
    expect(terminal.news()).toEqual(['Time is up. You were not signed in.']);
    expect(terminal.asked).toBeNull();
    expect(outcomes).toMatchObject([{ ...TIMED_OUT, method: 'push' }]);
  });

  it('the caller’s time limit while nothing is asked: said on a line of its own', () => {
    const policy = policyWith({ endsAtMs: 9_000 });
    const { engine, terminal, outcomes } = begin({ username: 'alice', engine: { policy } });
    terminal.news();
    engine.clock.advance(8_000);
    expect(terminal.news().slice(-2)).toEqual(['', 'Time is up. You were not signed in.']);
    expect(outcomes).toMatchObject([TIMED_OUT]);
  });

  it('the caller’s time limit on a denial that something can be done about: the denial', async () => {
    const onLeave = (): void => {
      run.frontend.leave();
    };
    const run = begin({ username: 'alice', engine: { ...LIMIT.engine, onLeave } });
    await run.engine.last('init').answer(offering([]));
    expect(run.outcomes).toEqual([]);
    run.engine.clock.advance(41_000);
    await settled();
    expect(run.outcomes).toMatchObject([{ outcome: 'denied', reason: 'no-usable-method' }]);
    expect(run.terminal.asked).toBeNull();
  });

  it('the caller’s time limit on a refusal that something can be done about: that end, and not the refusal', async () => {
    const { engine, terminal, outcomes } = begin({ username: 'alice', ...LIMIT });
    await engine.last('init').fail(NETWORK);
    engine.clock.advance(40_000);
    expect(terminal.news().at(-1)).toBe('Time is up. You were not signed in.');
    expect(outcomes).toMatchObject([TIMED_OUT]);
  });

  it('an answer that comes when the login has moved on is not taken', async () => {
    const { engine, terminal, outcomes } = await waiting('totp');
    const answer = terminal.asked?.answer;
    await engine.approve();
    answer?.('123456');
    await settled();
    expect(engine.count('confirmCode')).toBe(0);
    expect(outcomes).toHaveLength(1);
  });
});
