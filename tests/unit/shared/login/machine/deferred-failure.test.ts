import { describe, expect, it } from 'vitest';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import {
  ALICE,
  exception,
  listening,
  NOW_MS,
  requesting,
  submittingCode,
  tooMany,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const approval = { type: 'approval-received', attempt: 1, token: 1 } as const;
const redeemed = { type: 'token-redeemed', attempt: 1, token: 1, identity: ALICE } as const;

describe('an approval that is being checked while another call fails', () => {
  const EXPIRED = exception('TransactionIdExpiredException', 11);
  const UNKNOWN = exception('UnknownAccessTokenException', 13);
  const failures = [
    [
      'methodSSH',
      requesting('push'),
      { type: 'method-failed', attempt: 1, challenge: 1, failure: EXPIRED },
    ],
    [
      'confirmCode',
      submittingCode(),
      { type: 'code-failed', attempt: 1, challenge: 1, failure: EXPIRED },
    ],
  ] as const;

  const refused = { type: 'token-failed', attempt: 1, token: 1, failure: UNKNOWN } as const;

  it.each(failures)(
    'lets in after the check of an approval in spite of the failure of %s',
    (_name, state, failure) => {
      const scenario = new LoginScenario({}, state).send(approval).send(failure);
      expect(scenario.effects.map(({ type }) => type)).not.toContain('abort-requests');
      expect(scenario.state.kind).toBe(state.kind);
      expect(scenario.send(redeemed).state).toMatchObject({
        kind: 'succeeded',
        outcome: 'confirmed',
      });
    },
  );

  it.each(failures)(
    'ends with the failure of %s if the check of an approval refuses',
    (_name, state, failure) => {
      const scenario = new LoginScenario({}, state).send(approval).send(failure).send(refused);
      expect(scenario.state).toMatchObject({ kind: 'failed', code: 'expired', transaction: null });
    },
  );

  it.each(failures)(
    'ends with the failure of %s also when the check of an approval gets no answer',
    (_name, state, failure) => {
      const scenario = new LoginScenario({}, state)
        .send(approval)
        .send(failure)
        .wait(60_000)
        .wait(60_000);
      expect(scenario.state).toMatchObject({ kind: 'failed', code: 'expired' });
    },
  );

  it('forgets a failure that waits for a check when the person went back meanwhile', () => {
    const [, state, failure] = failures[0];
    const scenario = new LoginScenario({}, state)
      .send(approval)
      .send(failure)
      .send({ type: 'go-back' })
      .send(refused);
    expect(scenario.in('method-selection').transaction.verification).toMatchObject({
      deferred: null,
      inFlight: null,
    });
    scenario.send({ type: 'choose-method', method: 'push' });
    expect(scenario.state.kind).toBe('challenge-starting');
  });

  it('does not hold a failure that waits for a check against the method that the person chose meanwhile', () => {
    const [, state, failure] = failures[0];
    const scenario = new LoginScenario({}, state).send(approval, failure, { type: 'go-back' });
    scenario.send({ type: 'choose-method', method: 'totp' }, refused);
    expect(scenario.in('challenge-starting')).toMatchObject({ method: 'totp', challenge: 2 });
  });

  it('does not hold the failure of a code against the code of another method on its way', () => {
    const [, state, failure] = failures[1];
    const scenario = new LoginScenario({}, state).send(approval, failure, { type: 'go-back' });
    scenario.choose('sms').send({ type: 'submit-code', code: '123456' }, refused);
    expect(scenario.in('code-submitting').challenge).toMatchObject({ method: 'sms', number: 2 });
  });

  it.each(failures)(
    'waits with the failure of %s for every approval that came',
    (_name, state, failure) => {
      const scenario = new LoginScenario({}, state).send(
        { ...approval, token: 0 },
        approval,
        failure,
      );
      scenario.send({ ...refused, token: 0 });
      expect(scenario.state.kind).toBe(state.kind);
      expect(scenario.send(redeemed).state).toMatchObject({
        kind: 'succeeded',
        outcome: 'confirmed',
      });
    },
  );

  it('tells a wrong code after the check of an approval, with the hint of its clock', () => {
    const wrong = { ...failures[1][2], failure: WRONG_CODE, clockOffMs: 90_000 };
    const scenario = new LoginScenario({}, submittingCode()).send(approval, wrong, refused);
    expect(scenario.in('code-entry').problem).toMatchObject({ kind: 'wrong', clockOffSeconds: 90 });
  });

  it.each([
    ['push', requesting('push'), 'method-failed'],
    ['totp', submittingCode(), 'code-failed'],
  ] as const)(
    'keeps the pause that the service wants for %s while an approval is checked',
    (method, state, type) => {
      const failure = { type, attempt: 1, challenge: 1, failure: tooMany(40_000) } as const;
      const scenario = new LoginScenario({}, state).send(approval).send(failure);
      scenario.wait(5_000).send({ type: 'go-back' }).send(refused);
      scenario.send({ type: 'choose-method', method });
      const notice = { kind: 'too-many', method, untilMs: NOW_MS + 40_000 };
      expect(scenario.in('method-selection').notice).toMatchObject(notice);
    },
  );

  it('counts a denial on the phone while an approval is checked', () => {
    const [, state, failure] = failures[0];
    const denial = { type: 'denial-received', attempt: 1 } as const;
    const scenario = new LoginScenario({}, state)
      .send(approval)
      .send(denial)
      .send(failure)
      .send(refused);
    expect(scenario.state).toMatchObject({ kind: 'failed', code: 'denied-by-person' });
  });

  it.each(failures)(
    'ends with the failure of %s at once if there is no approval',
    (_name, state, failure) => {
      expect(new LoginScenario({}, state).send(failure).state).toMatchObject({
        kind: 'failed',
        transaction: null,
      });
    },
  );
});

describe('a method that waits for its event channel', () => {
  it.each<LoginEvent>([
    {
      type: 'method-selected',
      attempt: 1,
      challenge: 1,
      selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
    },
    { type: 'method-failed', attempt: 1, challenge: 1, failure: { kind: 'timeout' } },
  ])('takes no answer to a call that was not made: $type', (event) => {
    const state = listening('push');
    const run = new LoginScenario({}, state).send(event);
    expect(run.state).toBe(state);
    expect(run.did()).toEqual(['ignored-event']);
  });
});
