import { describe, expect, it } from 'vitest';
import { initialState, NOTHING_IN_ADVANCE, type LoginState } from '../../../../shared/login/login-state.ts';
import {
  APPROVAL_MS,
  ASKER,
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
  verifying,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';

const ACCOUNT_WAITING: LoginState = {
  kind: 'account-waiting',
  attempt: 1,
  username: 'alice',
  ...ASKER,
  webUri: 'https://enrol.example.com',
  inAdvance: NOTHING_IN_ADVANCE,
  endsAtMs: null,
};
const UNDER_WAY: readonly LoginState[] = [
  starting(),
  selecting(),
  listening('push'),
  requesting('push'),
  enteringCode(),
  submittingCode(),
  pending('push'),
  pending('push', { session: session({ verification: verifying() }) }),
];
const ENDED: readonly LoginState[] = [
  ACCOUNT_WAITING,
  failedState(),
  failedState({ code: 'server-error', session: session() }),
];

describe('cancel', () => {
  it.each(UNDER_WAY)('goes home, closes everything, and is reported: $kind', (state) => {
    const walk = new LoginWalk({}, state).send({ type: 'cancel' });
    expect(walk.state).toEqual({
      kind: 'username-entry',
      attempt: 1,
      username: 'alice',
      problem: null,
      tries: 0,
      endsAtMs: null,
    });
    expect(walk.lastEffects.slice(0, 2)).toEqual([
      { type: 'abort-requests', attempt: 1, challenge: null },
      { type: 'close-listener', attempt: 1 },
    ]);
    expect(walk.outcomes()).toMatchObject([
      { outcome: 'cancelled', reason: 'cancelled', code: null, username: 'alice' },
    ]);
  });

  it.each(ENDED)('after an end goes home and reports nothing more: $kind', (state) => {
    const walk = new LoginWalk({}, state).send({ type: 'cancel' });
    expect(walk.in('username-entry').username).toBe('alice');
    expect(walk.outcomes()).toEqual([]);
    const isOpen = state.kind === 'failed' && state.session !== null;
    expect(walk.did()).toEqual(isOpen ? ['abort-requests', 'close-listener'] : []);
  });

  it('makes late answers of the attempt harmless', () => {
    const walk = new LoginWalk().start().choose('push').send({ type: 'cancel' });
    walk.send(
      { type: 'approval-received', attempt: 1, token: 0 },
      {
        type: 'token-redeemed',
        attempt: 1,
        token: 0,
        identity: { username: 'alice', email: '', consumerParams: null },
      },
      { type: 'denial-received', attempt: 1 },
      { type: 'code-accepted', attempt: 1, challenge: 1 },
    );
    expect(walk.state.kind).toBe('username-entry');
    walk.send(
      { type: 'submit-username', username: 'bob' },
      { type: 'approval-received', attempt: 1, token: 0 },
    );
    expect(walk.in('starting')).toMatchObject({ attempt: 2, username: 'bob' });
  });
});

describe('going back', () => {
  it.each([requesting('push'), enteringCode(), submittingCode(), pending('push')])(
    'from a method leads to the methods of the same transaction: $kind',
    (state) => {
      const walk = new LoginWalk({}, state).send({ type: 'go-back' });
      const { session: same } = state;
      expect(walk.state).toEqual({ kind: 'method-selection', session: same, notice: null });
      expect(walk.lastEffects).toEqual([{ type: 'abort-requests', attempt: 1, challenge: 1 }]);
      expect(walk.outcomes()).toEqual([]);
    },
  );

  it('does not give up an approval that is being checked', () => {
    const walk = new LoginWalk({}, pending('push', { session: session({ verification: verifying() }) }));
    walk.send({ type: 'go-back' });
    expect(walk.in('method-selection').session.verification.inFlight).not.toBeNull();
  });

  it.each([starting(), selecting(), ACCOUNT_WAITING, failedState()])(
    'from a transaction that is not begun or over leads to the username: $kind',
    (state) => {
      const walk = new LoginWalk({}, state).send({ type: 'go-back' });
      expect(walk.in('username-entry').username).toBe('alice');
    },
  );

  it('from an end that left the transaction open leads to the methods', () => {
    const walk = new LoginWalk({}, failedState({ code: 'server-error', session: session() }));
    walk.send({ type: 'go-back' });
    expect(walk.state.kind).toBe('method-selection');
  });
});

describe('retry', () => {
  it('starts again with the same name, and closes what was left', () => {
    const walk = new LoginWalk({}, failedState({ code: 'expired', session: session() }));
    walk.send({ type: 'retry' });
    expect(walk.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
    expect(walk.did()).toEqual(['abort-requests', 'close-listener', 'start-transaction']);
  });

  it('repeats the method after a fault of the line, in the same transaction', () => {
    const end = failedState({ code: 'server-error', method: 'totp', session: session() });
    const walk = new LoginWalk({}, end).send({ type: 'retry' });
    expect(walk.in('challenge-starting')).toMatchObject({ method: 'totp', challenge: 2 });
  });

  it('leads to the methods where the method is not offered any more', () => {
    const end = failedState({
      code: 'server-error',
      method: 'totp',
      session: session({ methods: ['push'] }),
    });
    expect(new LoginWalk({}, end).send({ type: 'retry' }).state.kind).toBe('method-selection');
  });

  it.each(['denied', 'denied-by-person', 'bypass-refused', 'licence', 'application-refused'] as const)(
    'after a refusal leads home: %s',
    (code) => {
      expect(new LoginWalk({}, failedState({ code })).send({ type: 'retry' }).state.kind).toBe(
        'username-entry',
      );
    },
  );

  it('is not taken before its time', () => {
    const end = failedState({ code: 'too-many-attempts', notBeforeMs: NOW_MS + 100 });
    const walk = new LoginWalk({}, end).wait(99).send({ type: 'retry' });
    expect(walk.state).toBe(end);
    expect(walk.view()).toMatchObject({ waitMs: 1, advice: 'restart' });
  });
});

describe('keep waiting', () => {
  it.each([enteringCode(), pending('push')])(
    'starts the wait again, and the login lasts with it: $kind',
    (state) => {
      const walk = new LoginWalk({}, state);
      walk.nowMs += 60_000;
      walk.send({ type: 'keep-waiting' });
      expect(walk.state).toMatchObject({
        deadlineAtMs: NOW_MS + 60_000 + APPROVAL_MS,
        session: { loginDeadlineAtMs: NOW_MS + LOGIN_MS },
      });
      for (let time = 0; time < 20; time += 1) walk.wait(60_000).send({ type: 'keep-waiting' });
      expect(walk.state.kind).toBe(state.kind);
    },
  );

  it('puts off the end of the login while a way is chosen', () => {
    const walk = new LoginWalk({}, selecting());
    expect(walk.view()).toMatchObject({ screen: 'methods', remainingMs: LOGIN_MS, canExtend: true });
    walk.wait(LOGIN_MS - 1_000).send({ type: 'keep-waiting' });
    expect(walk.view()).toMatchObject({ screen: 'methods', remainingMs: 2 * APPROVAL_MS });
    expect(walk.wait(2 * APPROVAL_MS).in('failed').code).toBe('login-timed-out');
    const limited = new LoginWalk({}, selecting({ endsAtMs: NOW_MS + LOGIN_MS }));
    limited.send({ type: 'keep-waiting' });
    expect(limited.view()).toMatchObject({ remainingMs: LOGIN_MS, canExtend: false });
  });

  it('does not go past a limit that the starter set', () => {
    const limit = session({ endsAtMs: NOW_MS + LOGIN_MS });
    const walk = new LoginWalk({}, pending('push', { session: limit }));
    for (let time = 0; time < 4; time += 1) walk.wait(60_000).send({ type: 'keep-waiting' });
    expect(walk.state.kind).toBe('approval-pending');
    expect(walk.view()).toMatchObject({ remainingMs: 60_000 });
    expect(walk.wait(60_000).in('failed').code).toBe('login-timed-out');
  });
});

describe('finish', () => {
  it('leaves a success, and only that', () => {
    const walk = new LoginWalk({}, pending('push', { session: session({ verification: verifying() }) }));
    walk.send({
      type: 'token-redeemed',
      attempt: 1,
      token: 0,
      identity: { username: 'alice', email: '', consumerParams: null },
    });
    expect(walk.send({ type: 'finish' }).did()).toEqual(['leave']);
    expect(walk.send({ type: 'cancel' }).did()).toEqual(['ignored-event']);
    expect(walk.wait(1e12).state.kind).toBe('succeeded');
  });

  it('is not offered for a wait that ends with the starter’s limit, and is for one that ends before', () => {
    for (const [loginMs, canExtend] of [
      [APPROVAL_MS - 1, false],
      [APPROVAL_MS + 1, true],
    ] as const) {
      const limit = { loginDeadlineAtMs: NOW_MS + loginMs };
      const limited = pending('push', { session: session({ ...limit, endsAtMs: NOW_MS + loginMs }) });
      const free = pending('push', { session: session(limit) });
      expect(new LoginWalk({}, limited).view()).toMatchObject({ canExtend });
      expect(new LoginWalk({}, free).view()).toMatchObject({ canExtend: true });
    }
  });

  it('ends with the starter’s limit, which runs from before the login was begun', () => {
    const walk = new LoginWalk({}, initialState('', NOW_MS + 60_000));
    expect(walk.view()).toMatchObject({ screen: 'username', endsInMs: 60_000 });
    walk.wait(20_000).send({ type: 'submit-username', username: 'alice' });
    expect(walk.view()).toMatchObject({ screen: 'username', busy: true, endsInMs: 40_000 });
    const answered = { type: 'transaction-started', attempt: 1, transaction: offering(['push']) } as const;
    expect(walk.send(answered).view()).toMatchObject({ screen: 'methods', remainingMs: 40_000 });
    walk.wait(40_000);
    expect(walk.view()).toMatchObject({ screen: 'failed', code: 'login-timed-out', advice: 'none' });
  });
});
