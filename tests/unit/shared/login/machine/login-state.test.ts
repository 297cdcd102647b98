import { describe, expect, it } from 'vitest';
import {
  deadlinesOf,
  nextDeadlineOf,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import {
  ANSWER_MS,
  APPROVAL_MS,
  enteringCode,
  failedState,
  LISTEN_MS,
  listening,
  LOGIN_MS,
  NOW_MS,
  pending,
  policyWith,
  requesting,
  selecting,
  transaction,
  starting,
  submittingCode,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

type Case = Readonly<{
  name: string;
  state: LoginState;
  afterMs: number;
  ends: Record<string, unknown>;
}>;

/** The result of every wait that runs out. */
const EXPIRIES: readonly Case[] = [
  {
    name: 'init without an answer',
    state: starting(),
    afterMs: ANSWER_MS,
    ends: { kind: 'failed', code: 'request-timed-out', transaction: null },
  },
  {
    name: 'no method chosen',
    state: selecting(),
    afterMs: LOGIN_MS,
    ends: {
      kind: 'failed',
      code: 'login-timed-out',
      transaction: null,
      evidence: 'login: method-selection',
    },
  },
  {
    name: 'an event channel that does not come',
    state: listening('push'),
    afterMs: LISTEN_MS,
    ends: { kind: 'failed', code: 'realtime-unreachable', evidence: 'event channel: silent' },
  },
  {
    name: 'methodSSH without an answer',
    state: requesting('push'),
    afterMs: ANSWER_MS,
    ends: { kind: 'failed', code: 'request-timed-out', method: 'push' },
  },
  {
    name: 'no code entered',
    state: enteringCode('sms'),
    afterMs: APPROVAL_MS,
    ends: { kind: 'failed', code: 'timed-out', evidence: 'no code: sms' },
  },
  {
    name: 'a code without an answer',
    state: submittingCode(),
    afterMs: ANSWER_MS,
    ends: { kind: 'code-entry', problem: { kind: 'unanswered' } },
  },
  {
    name: 'no approval',
    state: pending('push'),
    afterMs: APPROVAL_MS,
    ends: { kind: 'failed', code: 'timed-out', evidence: 'no answer: push' },
  },
  {
    name: 'an accepted code without its event, first',
    state: pending('sms', { isCodeAccepted: true, eventDueAtMs: NOW_MS + 10_000 }),
    afterMs: 10_000,
    ends: { kind: 'approval-pending', eventDueAtMs: null },
  },
  {
    name: 'an accepted code without its event, in the end',
    state: pending('sms', { isCodeAccepted: true, eventDueAtMs: NOW_MS + 10_000 }),
    afterMs: APPROVAL_MS,
    ends: { kind: 'failed', code: 'timed-out' },
  },
  {
    name: 'an end that holds a transaction',
    state: failedState({ code: 'server-error', method: 'push', transaction: transaction() }),
    afterMs: LOGIN_MS,
    ends: { kind: 'failed', code: 'server-error', transaction: null },
  },
];

describe.each(EXPIRIES)('$name', ({ name, state, afterMs, ends }) => {
  it(`does not end a millisecond early: ${name}`, () => {
    const scenario = new LoginScenario({}, state);
    // An earlier deadline of the same state may act; the end must not have come.
    scenario.wait(afterMs - 1);
    expect(scenario.state).not.toMatchObject(ends);
  });

  it(`comes to its end on time, and a day late as well: ${name}`, () => {
    expect(new LoginScenario({}, state).wait(afterMs).state).toMatchObject(ends);
    const late = new LoginScenario({}, state).wait(86_400_000);
    expect(['failed', 'code-entry']).toContain(late.state.kind);
    expect(nextDeadlineOf(late.state, late.policy) ?? Infinity).toBeGreaterThan(late.nowMs);
  });

  it(`closes the event channel at the limit of ${name} only if the login is over`, () => {
    const scenario = new LoginScenario({}, state).wait(afterMs);
    const isOver = scenario.state.kind === 'failed' && scenario.state.transaction === null;
    expect(scenario.did().includes('close-event-channel')).toBe(isOver);
    if (isOver) expect(scenario.did()).toContain('abort-requests');
  });
});

it('begins without a username, and with nothing on the phone', () => {
  expect(new LoginScenario().view()).toMatchObject({ username: '', isLeftOnPhone: false });
});

describe('deadlines', () => {
  const waits = EXPIRIES.map(({ state }) => state);
  it.each(waits)('sets a deadline for every wait: $kind', (state) => {
    expect(deadlinesOf(state, policyWith()).length).toBeGreaterThan(0);
    expect(nextDeadlineOf(state, policyWith())).toBe(Math.min(...deadlinesOf(state, policyWith())));
  });

  it('sets no deadline in a state that does not wait', () => {
    for (const scenario of [new LoginScenario(), new LoginScenario({}, failedState())]) {
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
      expect(scenario.wait(1e12).did()).toEqual([]);
    }
  });

  it('gives the very same state on a tick before anything is due', () => {
    for (const state of waits) expect(new LoginScenario({}, state).wait(0).state).toBe(state);
  });

  it('ends the whole login on time, whatever is under way', () => {
    for (const state of waits.filter(
      (wait) => wait.kind !== 'failed' && wait.kind !== 'starting',
    )) {
      if (!('transaction' in state)) continue;
      const short = {
        ...state,
        transaction: { ...state.transaction, loginDeadlineAtMs: NOW_MS + 1 },
      } as LoginState;
      const scenario = new LoginScenario({}, short).wait(1);
      expect(scenario.in('failed').code).toBe('login-timed-out');
      expect(scenario.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
    }
  });

  it('reports no second time a transaction that is let go on an end', () => {
    const end = failedState({ code: 'server-error', transaction: transaction() });
    const scenario = new LoginScenario({}, end).wait(LOGIN_MS);
    expect(scenario.did()).toEqual(['abort-requests', 'close-event-channel']);
  });
});

describe('while an approval is being checked', () => {
  const checking = transaction({ verification: verifying(), loginDeadlineAtMs: NOW_MS + 5_000 });
  it.each<LoginState>([
    pending('push', { transaction: checking, deadlineAtMs: NOW_MS + 1_000 }),
    enteringCode('sms', { transaction: checking, deadlineAtMs: NOW_MS + 1_000 }),
    { kind: 'method-selection', transaction: checking, notice: null },
    listening('push', { transaction: checking, deadlineAtMs: NOW_MS + 1_000 }),
    failedState({ code: 'timed-out', transaction: checking }),
  ])('ignores every other deadline while an approval is checked: $kind', (state) => {
    const scenario = new LoginScenario({}, state).wait(6_000);
    expect(scenario.state.kind).toBe(state.kind);
    expect(scenario.outcomes()).toEqual([]);
    scenario.send({
      type: 'token-redeemed',
      attempt: 1,
      token: 0,
      identity: { username: 'alice', email: '', consumerParams: null },
    });
    expect(scenario.in('succeeded').outcome).toBe('confirmed');
  });

  it('ends the wait soon after an unanswered check of an approval', () => {
    const state = pending('push', { transaction: checking, deadlineAtMs: NOW_MS + 1_000 });
    const scenario = new LoginScenario({}, state).wait(ANSWER_MS).wait(ANSWER_MS).wait(1);
    expect(scenario.in('failed')).toMatchObject({ code: 'login-timed-out', transaction: null });
  });
});

describe('our own time-out of a request', () => {
  it.each([
    ['methodSSH', requesting('push')],
    ['confirmCode', submittingCode('totp')],
    ['confirmSecurityKeySSH', submittingCode('yotp')],
    ['init', starting()],
  ] as const)(
    'ends an unanswered request of %s, so that a late answer is not taken for that of the next',
    (_name, state) => {
      expect(new LoginScenario({}, state).wait(ANSWER_MS).did()).toContain('abort-requests');
    },
  );
});
