import { describe, expect, it } from 'vitest';
import {
  initialState,
  nextDeadlineOf,
  NOTHING_IN_ADVANCE,
  type LoginState,
} from '../../../../shared/login/login-state.ts';
import { isTimeUp } from '../../../../shared/login/login-view.ts';
import {
  ALICE,
  ASKER,
  BYPASSED,
  enteringCode,
  failedState,
  listening,
  LOGIN_MS,
  NOW_MS,
  offering,
  pending,
  requesting,
  selecting,
  session,
  starting,
  submittingCode,
  TOKEN_EXPIRED,
  verifying,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';

/** Shorter than every other deadline. */
const LIMIT_MS = 8_000;
const endsAtMs = NOW_MS + LIMIT_MS;
const limited = session({ endsAtMs, loginDeadlineAtMs: endsAtMs, started: ['push'] });

/** Every state: the limit of the caller holds in each. */
const STATES: readonly LoginState[] = [
  initialState('alice', endsAtMs),
  starting({ endsAtMs }),
  { kind: 'method-selection', session: limited, notice: null },
  listening('push', { session: limited }),
  requesting('push', { session: limited }),
  enteringCode('totp', { session: limited }),
  submittingCode('totp', { session: limited }),
  pending('push', { session: limited }),
  {
    kind: 'account-waiting',
    attempt: 1,
    username: 'alice',
    ...ASKER,
    webUri: null,
    inAdvance: NOTHING_IN_ADVANCE,
    endsAtMs,
  },
  failedState({ endsAtMs }),
  failedState({ code: 'server-error', endsAtMs, session: limited }),
  {
    kind: 'succeeded',
    attempt: 1,
    outcome: 'bypassed',
    username: 'alice',
    ...ASKER,
    method: null,
    identity: null,
    words: null,
    endsAtMs,
  },
];

/** A login whose caller gave it a limit, from the start of the program on. */
const begun = () => new LoginWalk({}, initialState('', endsAtMs));

describe('the limit that a caller sets (--timeout)', () => {
  it.each(STATES)('ends every state, once, as not-now and timed-out, and leaves: $kind', (state) => {
    const walk = new LoginWalk({}, state);
    expect(nextDeadlineOf(state)).toBe(endsAtMs);
    walk.wait(LIMIT_MS - 1);
    expect(walk.outcomes()).toEqual([]);
    walk.wait(1);
    expect(walk.outcomes()).toMatchObject([
      { outcome: 'not-now', reason: 'timed-out', code: 'login-timed-out', username: 'alice' },
    ]);
    expect(walk.did().slice(-2)).toEqual(['report-outcome', 'leave']);
    expect(isTimeUp(walk.view())).toBe(true);
    expect(nextDeadlineOf(walk.state)).toBeNull();
    walk.wait(1e9);
    expect(walk.outcomes()).toHaveLength(1);
  });

  it.each(['retry', 'cancel', 'go-back', 'finish', 'keep-waiting'] as const)(
    'whatever the person does after it only leaves: %s',
    (type) => {
      const walk = new LoginWalk({}, pending('push', { session: limited })).wait(LIMIT_MS);
      expect(walk.send({ type }).did()).toEqual(['leave']);
      walk.send({ type: 'submit-username', username: 'bob' }, { type: 'choose-method', method: 'push' });
      expect(walk.in('failed').session).toBeNull();
      expect(walk.outcomes()).toHaveLength(1);
    },
  );

  it('runs from the start of the program on, over every attempt', () => {
    const walk = begun().wait(2_000).send({ type: 'submit-username', username: 'alice' });
    walk.wait(2_000).send({ type: 'cancel' }, { type: 'submit-username', username: 'bob' });
    expect(walk.view()).toMatchObject({ endsInMs: 4_000 });
    const answered = { type: 'transaction-started', attempt: 2, transaction: offering(['push']) } as const;
    expect(walk.send(answered).view()).toMatchObject({ screen: 'methods', remainingMs: 4_000 });
    expect(isTimeUp(walk.wait(4_000).view())).toBe(true);
  });

  it('takes the place of the login’s own time, also where that is shorter', () => {
    const walk = new LoginWalk({ loginMs: 1_000 }, initialState('', endsAtMs)).start(['push']);
    expect(walk.view()).toMatchObject({ remainingMs: LIMIT_MS });
    walk.wait(LIMIT_MS - 1);
    expect(walk.state.kind).toBe('method-selection');
  });

  it('is never put off', () => {
    const walk = begun().start(['push']);
    walk.send({ type: 'keep-waiting' });
    expect(walk.did()).toEqual(['ignored-event']);
    walk.choose('push').send({ type: 'keep-waiting' });
    expect(walk.view()).toMatchObject({ remainingMs: LIMIT_MS, canExtend: false });
    expect(isTimeUp(walk.wait(LIMIT_MS).view())).toBe(true);
  });

  it('waits for an approval that is being checked, on every screen, and no longer', () => {
    const checking = { ...limited, verification: verifying() };
    const states: readonly LoginState[] = [
      pending('push', { session: checking }),
      { kind: 'method-selection', session: checking, notice: null },
      failedState({ code: 'timed-out', endsAtMs, session: checking }),
    ];
    for (const state of states) {
      const good = new LoginWalk({}, state).wait(LIMIT_MS + 1_000);
      expect(good.outcomes()).toEqual([]);
      good.send({ type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE });
      expect(good.in('succeeded').outcome).toBe('confirmed');
      expect(good.wait(1e9).state.kind).toBe('succeeded');
      const bad = new LoginWalk({}, state).wait(LIMIT_MS + 1_000);
      bad.send({ type: 'token-failed', attempt: 1, token: 0, failure: TOKEN_EXPIRED }).wait(0);
      expect(isTimeUp(bad.view())).toBe(true);
    }
  });

  it('counts on the screen of a bypass, which nobody has accepted yet', () => {
    const walk = begun().send({ type: 'submit-username', username: 'alice' });
    walk.send({ type: 'transaction-failed', attempt: 1, failure: BYPASSED });
    expect(walk.in('succeeded').outcome).toBe('bypassed');
    const [bypassed, timedOut] = walk.wait(LIMIT_MS).outcomes();
    expect([bypassed?.outcome, timedOut?.outcome]).toEqual(['bypassed', 'not-now']);
  });

  it('is not there where no caller set one', () => {
    const walk = new LoginWalk({}, selecting());
    expect(walk.wait(LOGIN_MS).in('failed')).toMatchObject({ code: 'login-timed-out', isTimeUp: false });
    expect(walk.view()).toMatchObject({ advice: 'restart', endsInMs: null });
    expect(walk.did()).not.toContain('leave');
  });
});
