import { describe, expect, it } from 'vitest';
import { isSent, METHODS } from '../../../../../shared/service/methods.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ANSWER_MS,
  failedState,
  LISTEN_MS,
  NOW_MS,
  offering,
  pending,
  transaction,
  TID,
  TIMEOUT,
  tooMany,
  challenge,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const started = (connect: 'after-init' | 'after-method' = 'after-init') =>
  new LoginScenario({ connect, loginMs: 10_000_000, approvalMs: 1_000_000 });

describe('listening before choosing', () => {
  it('asks for no method before the event channel stands', () => {
    const scenario = started().start();
    scenario.send({
      type: 'event-channel-lost',
      attempt: 1,
      evidence: toEvidence`transport close`,
    });
    scenario.send({ type: 'choose-method', method: 'push' });
    expect(scenario.in('challenge-starting')).toMatchObject({
      step: 'connecting',
      challenge: 1,
      deadlineAtMs: NOW_MS + LISTEN_MS,
    });
    expect(scenario.did()).toEqual([]);
    scenario.send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true });
    expect(scenario.in('challenge-starting')).toMatchObject({
      step: 'requesting',
      deadlineAtMs: NOW_MS + ANSWER_MS,
    });
    expect(scenario.lastEffects).toEqual([
      { type: 'select-method', attempt: 1, challenge: 1, tid: TID, method: 'push' },
    ]);
  });

  it('asks for a method at once if the event channel stands', () => {
    const scenario = started().start().send({ type: 'choose-method', method: 'push' });
    expect(scenario.did()).toEqual(['select-method']);
  });

  it('says that the service cannot be heard when the event channel does not come, with its evidence', () => {
    const scenario = started()
      .start()
      .send({ type: 'event-channel-lost', attempt: 1, evidence: toEvidence`xhr poll error` })
      .send({ type: 'choose-method', method: 'push' })
      .wait(10_000);
    expect(scenario.in('failed')).toMatchObject({
      code: 'realtime-unreachable',
      evidence: 'event channel: xhr poll error',
    });
    expect(scenario.effects.some((effect) => effect.type === 'select-method')).toBe(false);
    // The transaction stays open: the same method is one key away.
    scenario
      .send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false })
      .send({ type: 'retry' });
    expect(scenario.in('challenge-starting')).toMatchObject({
      step: 'requesting',
      method: 'push',
      challenge: 2,
    });
  });

  it('notes a gap that opened while the method was being asked for', () => {
    const scenario = started().start().send({ type: 'choose-method', method: 'push' });
    scenario.send(
      { type: 'event-channel-lost', attempt: 1, evidence: toEvidence`ping timeout` },
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true },
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
      {
        type: 'method-selected',
        attempt: 1,
        challenge: 1,
        selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
      },
    );
    expect(scenario.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
  });

  it('says that an approval may be missed after a gap, but not after a first connection', () => {
    const scenario = started().start().choose('push');
    scenario.send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false });
    expect(scenario.in('approval-pending').challenge.notice).toBeNull();
    scenario.send({
      type: 'event-channel-lost',
      attempt: 1,
      evidence: toEvidence`transport close`,
    });
    expect(scenario.in('approval-pending').transaction.eventChannel).toBe('reconnecting');
    scenario.send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true });
    expect(scenario.in('approval-pending').transaction.eventChannel).toBe('confirmed');
    expect(scenario.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
  });
});

describe('where the event channel connects after the method', () => {
  it('opens the event channel once, with the first answer of methodSSH, if it connects after the method', () => {
    const scenario = started('after-method').send(
      { type: 'submit-username', username: 'alice' },
      { type: 'transaction-started', attempt: 1, transaction: offering(['push', 'totp']) },
    );
    expect(scenario.in('method-selection').transaction.eventChannel).toBe('closed');
    expect(scenario.did()).toEqual([]);
    scenario.choose('push');
    expect(scenario.in('approval-pending').transaction.eventChannel).toBe('opening');
    expect(scenario.did()).toEqual(['open-event-channel']);
    scenario.send({ type: 'go-back' }).choose('totp');
    expect(scenario.effects.filter((effect) => effect.type === 'open-event-channel')).toHaveLength(
      1,
    );
  });

  it.each([
    [2_000, null],
    [2_001, { kind: 'possibly-missed' }],
  ])('notes for a first connection %i ms after the method: %o', (ms, notice) => {
    const scenario = new LoginScenario(
      { connect: 'after-method' },
      pending('push', { transaction: transaction({ eventChannel: 'opening' }) }),
    );
    scenario
      .wait(ms)
      .send({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false });
    expect(scenario.in('approval-pending').challenge.notice).toEqual(notice);
  });
});

describe('each method', () => {
  it.each(METHODS)('leads for %s to its own screen', (method) => {
    const scenario = started().start().choose(method);
    const types = method === 'totp' || method === 'sms' || method === 'yotp';
    expect(scenario.state).toMatchObject(
      types ? { kind: 'code-entry' } : { kind: 'approval-pending', isCodeAccepted: false },
    );
    const screens = { totp: 'code', sms: 'code', yotp: 'security-key', qrcode: 'qr' } as const;
    expect(scenario.view().screen).toBe(method in screens ? screens[method as 'totp'] : 'approval');
  });

  it('ignores the choice of a method that is not offered', () => {
    const scenario = started()
      .start(['push', 'totp'])
      .send({ type: 'choose-method', method: 'email' });
    expect(scenario.did()).toEqual(['ignored-event']);
    expect(scenario.state.kind).toBe('method-selection');
  });

  it('gives each choice of a method a number of its own, and ends the requests of the one before', () => {
    const scenario = started()
      .start()
      .choose('totp')
      .send({ type: 'choose-method', method: 'qrcode' });
    expect(scenario.in('challenge-starting').challenge).toBe(2);
    expect(scenario.lastEffects[0]).toEqual({ type: 'abort-requests', attempt: 1, challenge: 1 });
  });
});

describe('sending again', () => {
  it.each(METHODS.filter(isSent))(
    'sends %s three times at most, with pauses of 30 and 60 s',
    (method) => {
      const scenario = started().start().choose(method);
      for (const pauseMs of [30_000, 60_000]) {
        const untilMs = scenario.nowMs + pauseMs;
        scenario.wait(pauseMs - 1).choose(method);
        expect(noticeOf(scenario)).toEqual({ kind: 'sent-recently', method, untilMs });
        expect(scenario.did()).toEqual([]);
        scenario.wait(1).choose(method);
        expect(noticeOf(scenario)).toBeNull();
      }
      scenario.wait(120_000).choose(method);
      expect(noticeOf(scenario)).toEqual({ kind: 'sent-too-often', method });
      expect(scenario.effects.filter((effect) => effect.type === 'select-method')).toHaveLength(3);
    },
  );

  it.each(METHODS.filter((method) => !isSent(method)))('does not delay or limit %s', (method) => {
    const scenario = started().start();
    for (let time = 0; time < 10; time += 1) scenario.choose(method);
    expect(scenario.effects.filter((effect) => effect.type === 'select-method')).toHaveLength(10);
  });

  it('counts what was sent for each method by itself', () => {
    const scenario = started().start().choose('push').choose('sms').choose('email');
    expect(scenario.in('approval-pending').transaction.sends).toEqual({
      push: { count: 1, againAtMs: NOW_MS + 30_000 },
      sms: { count: 1, againAtMs: NOW_MS + 30_000 },
      email: { count: 1, againAtMs: NOW_MS + 30_000 },
    });
  });

  it('does not count an unanswered request as sent', () => {
    const scenario = started().start().send({ type: 'choose-method', method: 'push' });
    scenario.send(
      { type: 'method-failed', attempt: 1, challenge: 1, failure: TIMEOUT },
      { type: 'retry' },
    );
    expect(scenario.in('challenge-starting').method).toBe('push');
  });

  it.each(['possibly-missed', 'code-accepted-no-event', 'approval-refused'] as const)(
    'sends again at once, within the budget, if the last one may have been lost: %s',
    (kind) => {
      const sends = { push: { count: 2, againAtMs: NOW_MS + 99_000 } };
      const state = pending('push', {
        transaction: transaction({ sends }),
        challenge: challenge('push', { notice: { kind } }),
      });
      const scenario = new LoginScenario({}, state).send({ type: 'choose-method', method: 'push' });
      expect(scenario.state.kind).toBe('challenge-starting');
      const spent = {
        ...state,
        transaction: transaction({ sends: { push: { count: 3, againAtMs: NOW_MS } } }),
      };
      expect(
        noticeOf(new LoginScenario({}, spent).send({ type: 'choose-method', method: 'push' })),
      ).toEqual({
        kind: 'sent-too-often',
        method: 'push',
      });
      // The exemption is for this method alone.
      const untilMs = NOW_MS + 1;
      const other = {
        ...state,
        transaction: transaction({ sends: { sms: { count: 1, againAtMs: untilMs } } }),
      };
      expect(
        noticeOf(new LoginScenario({}, other).send({ type: 'choose-method', method: 'sms' })),
      ).toEqual({
        kind: 'sent-recently',
        method: 'sms',
        untilMs,
      });
    },
  );

  it('waits for the pause of the service alone if the last one may have been lost', () => {
    const sends = {
      push: { count: 2, againAtMs: NOW_MS + 99_000, serviceUntilMs: NOW_MS + 1_000 },
    };
    const state = pending('push', {
      transaction: transaction({ sends }),
      challenge: challenge('push', { notice: { kind: 'code-accepted-no-event' } }),
    });
    const scenario = new LoginScenario({}, state);
    expect(scenario.view()).toMatchObject({ againInMs: 1_000 });
    const choose = { type: 'choose-method', method: 'push' } as const;
    expect(noticeOf(scenario.send(choose))).toMatchObject({
      kind: 'too-many',
      untilMs: NOW_MS + 1_000,
    });
    expect(new LoginScenario({}, state).wait(1_000).send(choose).state.kind).toBe(
      'challenge-starting',
    );
  });

  it('refuses to send again too soon, at the methods, from an end that left the transaction open', () => {
    const sends = { push: { count: 1, againAtMs: NOW_MS + 5_000 } };
    const end = failedState({
      code: 'timed-out',
      method: 'push',
      transaction: transaction({ sends }),
    });
    const scenario = new LoginScenario({}, end).send({ type: 'retry' });
    expect(scenario.in('method-selection').notice).toMatchObject({
      kind: 'sent-recently',
      method: 'push',
    });
  });
});

describe('too many attempts at methodSSH', () => {
  it.each([
    [null, 30_000],
    [0, 1_000],
    [7_000, 7_000],
    [9e9, 3_600_000],
  ])(
    'closes a method after a Retry-After of %s ms for %s ms, and leaves the others',
    (saidMs, waitMs) => {
      const scenario = started().start().send({ type: 'choose-method', method: 'push' });
      scenario.send({ type: 'method-failed', attempt: 1, challenge: 1, failure: tooMany(saidMs) });
      const untilMs = NOW_MS + waitMs;
      const notice = { kind: 'too-many', method: 'push', untilMs, serviceText: null } as const;
      expect(scenario.in('method-selection').notice).toEqual(notice);
      const closed = { method: 'push', availableInMs: waitMs };
      expect(scenario.view()).toMatchObject({
        notice: { kind: 'too-many', method: 'push', waitMs },
        choices: METHODS.map((method) =>
          method === 'push' ? closed : { method, availableInMs: 0 },
        ),
      });
      scenario.wait(waitMs - 1).send({ type: 'choose-method', method: 'push' });
      // Shown as `too-many`, not as sent a moment ago.
      expect(scenario.in('method-selection').notice).toEqual(notice);
      expect(scenario.view()).toMatchObject({ notice: { kind: 'too-many', waitMs: 1 } });
      const other = scenario.send({ type: 'choose-method', method: 'totp' });
      expect(other.state.kind).toBe('challenge-starting');
    },
  );
});

/** The notice above the methods or beside the wait. */
function noticeOf(scenario: LoginScenario): unknown {
  if (scenario.state.kind === 'method-selection') return scenario.state.notice;
  return 'challenge' in scenario.state && typeof scenario.state.challenge === 'object'
    ? scenario.state.challenge.notice
    : undefined;
}
