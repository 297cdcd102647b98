import { describe, expect, it } from 'vitest';
import {
  answerSourceOf,
  NOTHING_IN_ADVANCE,
  transactionOf,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import {
  APPROVAL_MS,
  REQUESTER,
  denialPage,
  enteringCode,
  failedState,
  listening,
  LOGIN_MS,
  NOW_MS,
  offering,
  pending,
  requesting,
  selecting,
  transaction,
  starting,
  submittingCode,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const ACCOUNT_WAITING: LoginState = {
  kind: 'account-waiting',
  attempt: 1,
  username: 'alice',
  requester: REQUESTER,
  webUri: 'https://enrol.example.com',
  inAdvance: NOTHING_IN_ADVANCE,
};
const UNDER_WAY: readonly LoginState[] = [
  starting(),
  selecting(),
  listening('push'),
  requesting('push'),
  enteringCode(),
  submittingCode(),
  pending('push'),
  pending('push', { transaction: transaction({ verification: verifying() }) }),
];
const ENDED: readonly LoginState[] = [
  ACCOUNT_WAITING,
  denialPage(),
  failedState(),
  failedState({ code: 'server-error', transaction: transaction() }),
];

const isPushStarted = (state: LoginState): boolean =>
  transactionOf(state)?.started.includes('push') === true;

describe('cancel', () => {
  it.each(UNDER_WAY)('goes home on cancel, closes everything, and reports it: $kind', (state) => {
    const scenario = new LoginScenario({}, state).send({ type: 'cancel' });
    expect(scenario.state).toEqual({
      kind: 'username-entry',
      attempt: 1,
      username: 'alice',
      problem: null,
      tries: 0,
      answeredBy: answerSourceOf(state),
      isLeftOnPhone: isPushStarted(state),
    });
    expect(scenario.lastEffects.slice(0, 2)).toEqual([
      { type: 'abort-requests', attempt: 1, challenge: null },
      { type: 'close-event-channel', attempt: 1 },
    ]);
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'cancelled', reason: 'cancelled', code: null, username: 'alice' },
    ]);
  });

  it.each(ENDED)('goes home on cancel after an end, without a second report: $kind', (state) => {
    const scenario = new LoginScenario({}, state).send({ type: 'cancel' });
    expect(scenario.in('username-entry').username).toBe('alice');
    expect(scenario.outcomes()).toEqual([]);
    const isOpen = state.kind === 'failed' && state.transaction !== null;
    const left = state.kind === 'denial-page' ? ['close-hosted-page'] : [];
    expect(scenario.did()).toEqual(isOpen ? ['abort-requests', 'close-event-channel'] : left);
  });

  it('ignores late answers of a cancelled attempt', () => {
    const scenario = new LoginScenario().start().choose('push').send({ type: 'cancel' });
    scenario.send(
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
    expect(scenario.state.kind).toBe('username-entry');
    scenario.send(
      { type: 'submit-username', username: 'bob' },
      { type: 'approval-received', attempt: 1, token: 0 },
    );
    expect(scenario.in('starting')).toMatchObject({ attempt: 2, username: 'bob' });
  });
});

describe('going back', () => {
  it.each([requesting('push'), enteringCode(), submittingCode(), pending('push')])(
    'goes back from a method to the methods of the same transaction: $kind',
    (state) => {
      const scenario = new LoginScenario({}, state).send({ type: 'go-back' });
      const { transaction: same } = state;
      expect(scenario.state).toEqual({ kind: 'method-selection', transaction: same, notice: null });
      expect(scenario.lastEffects).toEqual([{ type: 'abort-requests', attempt: 1, challenge: 1 }]);
      expect(scenario.outcomes()).toEqual([]);
    },
  );

  it('does not give up an approval that is being checked when the person goes back', () => {
    const scenario = new LoginScenario(
      {},
      pending('push', { transaction: transaction({ verification: verifying() }) }),
    );
    scenario.send({ type: 'go-back' });
    expect(scenario.in('method-selection').transaction.verification.inFlight).not.toBeNull();
  });

  it.each([starting(), selecting(), ACCOUNT_WAITING, failedState()])(
    'goes back to the username from a transaction that is not begun, over or without a method: $kind',
    (state) => {
      const scenario = new LoginScenario({}, state).send({ type: 'go-back' });
      expect(scenario.in('username-entry').username).toBe('alice');
    },
  );

  it('goes back to the methods from an end that left the transaction open', () => {
    const scenario = new LoginScenario(
      {},
      failedState({ code: 'server-error', transaction: transaction() }),
    );
    scenario.send({ type: 'go-back' });
    expect(scenario.state.kind).toBe('method-selection');
  });
});

describe('retry', () => {
  it('starts again on retry with the same name, and closes the old attempt', () => {
    const scenario = new LoginScenario(
      {},
      failedState({ code: 'expired', transaction: transaction() }),
    );
    scenario.send({ type: 'retry' });
    expect(scenario.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
    expect(scenario.did()).toEqual(['abort-requests', 'close-event-channel', 'start-transaction']);
  });

  it('repeats the method on retry after a fault of the service, in the same transaction', () => {
    const end = failedState({ code: 'server-error', method: 'totp', transaction: transaction() });
    const scenario = new LoginScenario({}, end).send({ type: 'retry' });
    expect(scenario.in('challenge-starting')).toMatchObject({ method: 'totp', challenge: 2 });
  });

  it('leads on retry to the methods if the method is not offered any more', () => {
    const end = failedState({
      code: 'server-error',
      method: 'totp',
      transaction: transaction({ methods: ['push'] }),
    });
    expect(new LoginScenario({}, end).send({ type: 'retry' }).state.kind).toBe('method-selection');
  });

  it.each([
    'denied',
    'denied-by-person',
    'bypass-refused',
    'licence',
    'application-refused',
  ] as const)('leads home on retry after a refusal: %s', (code) => {
    expect(new LoginScenario({}, failedState({ code })).send({ type: 'retry' }).state.kind).toBe(
      'username-entry',
    );
  });

  it('ignores a retry before its time', () => {
    const end = failedState({ code: 'too-many-attempts', notBeforeMs: NOW_MS + 100 });
    const scenario = new LoginScenario({}, end).wait(99).send({ type: 'retry' });
    expect(scenario.state).toBe(end);
    expect(scenario.view()).toMatchObject({ waitMs: 1, advice: 'restart' });
  });
});

describe('keep waiting', () => {
  it.each([enteringCode(), pending('push')])(
    'starts the wait again when the person asks for more time, and the login lasts with it: $kind',
    (state) => {
      const scenario = new LoginScenario({}, state);
      scenario.nowMs += 60_000;
      scenario.send({ type: 'keep-waiting' });
      expect(scenario.state).toMatchObject({
        deadlineAtMs: NOW_MS + 60_000 + APPROVAL_MS,
        transaction: { loginDeadlineAtMs: NOW_MS + LOGIN_MS },
      });
      for (let time = 0; time < 20; time += 1) scenario.wait(60_000).send({ type: 'keep-waiting' });
      expect(scenario.state.kind).toBe(state.kind);
    },
  );

  it('puts off the end of the login while a way is chosen', () => {
    const scenario = new LoginScenario({}, selecting());
    expect(scenario.view()).toMatchObject({
      screen: 'methods',
      remainingMs: LOGIN_MS,
      canExtend: true,
    });
    scenario.wait(LOGIN_MS - 1_000).send({ type: 'keep-waiting' });
    expect(scenario.view()).toMatchObject({ screen: 'methods', remainingMs: 2 * APPROVAL_MS });
    expect(scenario.wait(2 * APPROVAL_MS).in('failed').code).toBe('login-timed-out');
    const limited = new LoginScenario({ endsAtMs: NOW_MS + LOGIN_MS }, selecting());
    limited.send({ type: 'keep-waiting' });
    expect(limited.view()).toMatchObject({ remainingMs: LOGIN_MS, canExtend: false });
  });

  it('does not go past a limit that the caller set when the person asks for more time', () => {
    const scenario = new LoginScenario({ endsAtMs: NOW_MS + LOGIN_MS }, pending());
    for (let time = 0; time < 4; time += 1) scenario.wait(60_000).send({ type: 'keep-waiting' });
    expect(scenario.state.kind).toBe('approval-pending');
    expect(scenario.view()).toMatchObject({ remainingMs: 60_000 });
    expect(scenario.wait(60_000).in('failed').code).toBe('login-timed-out');
  });
});

describe('finish', () => {
  it('leaves a success on finish, and takes no cancel there', () => {
    const scenario = new LoginScenario(
      {},
      pending('push', { transaction: transaction({ verification: verifying() }) }),
    );
    scenario.send({
      type: 'token-redeemed',
      attempt: 1,
      token: 0,
      identity: { username: 'alice', email: '', consumerParams: null },
    });
    expect(scenario.send({ type: 'finish' }).did()).toEqual(['leave']);
    expect(scenario.send({ type: 'cancel' }).did()).toEqual(['ignored-event']);
    expect(scenario.wait(1e12).state.kind).toBe('succeeded');
  });

  it('offers no more time for a wait that ends with the caller’s limit, and does without that limit', () => {
    for (const [loginMs, canExtend] of [
      [APPROVAL_MS - 1, false],
      [APPROVAL_MS + 1, true],
    ] as const) {
      const endsAtMs = NOW_MS + loginMs;
      const state = pending('push', { transaction: transaction({ loginDeadlineAtMs: endsAtMs }) });
      expect(new LoginScenario({ endsAtMs }, state).view()).toMatchObject({ canExtend });
      expect(new LoginScenario({}, state).view()).toMatchObject({ canExtend: true });
    }
  });

  it('ends with the caller’s limit, which runs from before the login was begun', () => {
    const scenario = new LoginScenario({ endsAtMs: NOW_MS + 60_000 });
    expect(scenario.view()).toMatchObject({ screen: 'username', endsInMs: 60_000 });
    scenario.wait(20_000).send({ type: 'submit-username', username: 'alice' });
    expect(scenario.view()).toMatchObject({ screen: 'username', busy: true, endsInMs: 40_000 });
    const answered = {
      type: 'transaction-started',
      attempt: 1,
      transaction: offering(['push']),
    } as const;
    expect(scenario.send(answered).view()).toMatchObject({
      screen: 'methods',
      remainingMs: 40_000,
    });
    scenario.wait(40_000);
    expect(scenario.view()).toMatchObject({
      screen: 'failed',
      code: 'login-timed-out',
      advice: 'none',
    });
  });
});
