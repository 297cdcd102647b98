import { describe, expect, it } from 'vitest';
import {
  APPROVAL_MS,
  enteringCode,
  exception,
  NETWORK,
  NOW_MS,
  transaction,
  submittingCode,
  TID,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  verifying,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';

const submit = (code = '123456') => ({ type: 'submit-code', code }) as const;
const refused = (failure: ServiceFailure) =>
  ({ type: 'code-failed', attempt: 1, challenge: 1, failure }) as const;
const accepted = { type: 'code-accepted', attempt: 1, challenge: 1 } as const;

describe('submitting a code', () => {
  it.each(['totp', 'sms'] as const)(
    'sends the code of %s to confirmCode with the transaction',
    (method) => {
      const scenario = new LoginScenario({}, enteringCode(method)).send(submit(' 123 456 '));
      expect(scenario.state).toEqual(submittingCode(method));
      expect(scenario.lastEffects).toEqual([
        { type: 'submit-passcode', attempt: 1, challenge: 1, tid: TID, passcode: '123456' },
      ]);
    },
  );

  it('sends the password of a key to confirmSecurityKeySSH, without the tid', () => {
    const scenario = new LoginScenario({}, enteringCode('yotp')).send(submit('CCCCCB\n'));
    expect(scenario.lastEffects).toEqual([
      { type: 'submit-security-key', attempt: 1, challenge: 1, password: 'cccccb' },
    ]);
  });

  it.each(['', ' ', '\u200b\t'])('reports an empty code: %j', (typed) => {
    const scenario = new LoginScenario({}, enteringCode()).send(submit(typed));
    expect(scenario.in('code-entry').problem).toEqual({ kind: 'empty', tries: 1 });
    expect(scenario.lastEffects).toEqual([]);
    expect(scenario.send(submit(typed)).in('code-entry').problem).toEqual({
      kind: 'empty',
      tries: 2,
    });
  });

  it('keeps a text that is no code, and sends nothing', () => {
    const typed = 'Code 482913, or call 4711';
    const scenario = new LoginScenario({}, enteringCode()).send(submit(typed));
    expect(scenario.in('code-entry').problem).toEqual({ kind: 'no-code', tries: 1 });
    expect(scenario.lastEffects).toEqual([]);

    scenario.send(submit(typed));
    expect(scenario.in('code-entry').problem).toEqual({ kind: 'no-code', tries: 2 });
    expect(scenario.lastEffects).toEqual([]);

    scenario.send(submit('482913'));
    expect(scenario.lastEffects).toMatchObject([{ type: 'submit-passcode', passcode: '482913' }]);
  });

  it('does not cut a code longer than the announced length', () => {
    const state = enteringCode();
    const scenario = new LoginScenario(
      {},
      { ...state, challenge: { ...state.challenge, codeLength: 6 } },
    );
    scenario.send(submit('123456789012'));
    expect(scenario.lastEffects).toMatchObject([{ passcode: '123456789012' }]);
  });

  it('sends one code at a time', () => {
    const scenario = new LoginScenario({}, enteringCode()).send(submit(), submit('654321'));
    expect(scenario.did()).toEqual(['ignored-event']);
    expect(scenario.effects.filter((effect) => effect.type === 'submit-passcode')).toHaveLength(1);
  });
});

describe('a wrong code', () => {
  it.each(['totp', 'sms', 'yotp'] as const)(
    'stays in the same transaction and challenge after a wrong code of %s',
    (method) => {
      const scenario = new LoginScenario({}, enteringCode(method));
      for (const tries of [1, 2, 3]) {
        scenario.send(submit(), refused(WRONG_CODE));
        expect(scenario.in('code-entry').problem).toMatchObject({ kind: 'wrong', tries });
        expect(scenario.in('code-entry').challenge.number).toBe(1);
      }
      scenario.send(submit(), accepted);
      expect(scenario.in('approval-pending')).toMatchObject({
        isCodeAccepted: true,
        transaction: { tid: TID },
      });
      expect(scenario.effects.some((effect) => effect.type === 'start-transaction')).toBe(false);
    },
  );

  it('gives the words of the service for a wrong code', () => {
    const scenario = new LoginScenario({}, submittingCode()).send(refused(WRONG_CODE));
    expect(scenario.view()).toMatchObject({
      screen: 'code',
      problem: { kind: 'wrong', serviceText: { message: 'PasscodeException message' }, tries: 1 },
    });
  });

  it.each([
    ['totp', 60_001, { clockOffSeconds: 60 }],
    ['totp', -90_400, { clockOffSeconds: -90 }],
    ['totp', 60_000, {}],
    ['totp', null, {}],
    ['sms', 60_001, {}],
  ] as const)(
    'gives for a wrong code of %s with a clock that is off by %s ms the hint %j',
    (method, clockOffMs, hint) => {
      const scenario = new LoginScenario({}, submittingCode(method));
      scenario.send({ ...refused(WRONG_CODE), clockOffMs });
      const { serviceText: _words, ...problem } = {
        serviceText: null,
        ...scenario.in('code-entry').problem,
      };
      expect(problem).toEqual({ kind: 'wrong', tries: 1, ...hint });
    },
  );

  it('leaves time to type again after a wrong code near the end of the wait', () => {
    const scenario = new LoginScenario({}, enteringCode()).wait(APPROVAL_MS - 1_000);
    scenario.send(submit(), refused(WRONG_CODE));
    expect(scenario.in('code-entry').deadlineAtMs).toBe(scenario.nowMs + APPROVAL_MS / 2);
  });

  it('never shortens the wait after a wrong code', () => {
    const scenario = new LoginScenario({}, enteringCode()).send(submit(), refused(WRONG_CODE));
    expect(scenario.in('code-entry').deadlineAtMs).toBe(NOW_MS + APPROVAL_MS);
  });
});

describe('a code without an answer', () => {
  it.each([NETWORK, TIMEOUT])(
    'sends no code again by itself when it got no answer, and takes its approval: %o',
    (failure) => {
      const scenario = new LoginScenario({}, submittingCode()).send(refused(failure));
      expect(scenario.in('code-entry').problem).toEqual({ kind: 'unanswered' });
      expect(scenario.lastEffects).toEqual([]);
      scenario.send({ type: 'approval-received', attempt: 1, token: 0 });
      expect(scenario.did()).toEqual(['redeem-token']);
    },
  );
});

describe('too many codes', () => {
  it('closes the field of the code until the time the service named', () => {
    const scenario = new LoginScenario({}, submittingCode('sms')).send(refused(tooMany(9_000)));
    expect(scenario.in('code-entry').problem).toEqual({
      kind: 'too-many',
      untilMs: NOW_MS + 9_000,
      serviceText: null,
    });
    expect(scenario.view()).toMatchObject({ problem: { kind: 'too-many', waitMs: 9_000 } });
    scenario.wait(8_999).send(submit());
    expect(scenario.did()).toEqual(['ignored-event']);
    expect(scenario.view()).toMatchObject({ problem: { kind: 'too-many', waitMs: 1 } });
    scenario.wait(1).send(submit());
    expect(scenario.state.kind).toBe('code-submitting');
  });

  it.each(['totp', 'sms', 'yotp'] as const)(
    'keeps the pause of %s when the person leaves and chooses the method again, until it has passed',
    (method) => {
      const scenario = new LoginScenario()
        .start([method, 'push'])
        .choose(method)
        .send(submit('cccccb123456'));
      scenario.send(refused(tooMany(40_000)), { type: 'go-back' });
      expect(scenario.view()).toMatchObject({
        choices: [
          { method, availableInMs: 40_000 },
          { method: 'push', availableInMs: 0 },
        ],
      });
      scenario.wait(39_999).send({ type: 'choose-method', method });
      const notice = { kind: 'too-many', method, untilMs: NOW_MS + 40_000 };
      expect(scenario.in('method-selection').notice).toMatchObject(notice);
      scenario.wait(1).choose(method);
      expect(scenario.in('code-entry').problem).toBeNull();
    },
  );

  it('keeps the pause after a message that was sent when the service wants a shorter one', () => {
    const scenario = new LoginScenario().start(['sms']).choose('sms').send(submit());
    scenario.send(refused(tooMany(1_000)), { type: 'choose-method', method: 'sms' });
    expect(scenario.in('code-entry').challenge.notice).toMatchObject({ untilMs: NOW_MS + 30_000 });
    expect(scenario.view()).toMatchObject({ againInMs: 30_000, problem: { waitMs: 1_000 } });
  });

  it('counts messages sent before and after a pause of the service', () => {
    const scenario = new LoginScenario().start(['sms', 'totp']).choose('sms').send(submit());
    scenario
      .send(refused(tooMany(40_000)))
      .wait(40_000)
      .choose('sms');
    expect(scenario.in('code-entry').transaction.sends).toMatchObject({ sms: { count: 2 } });
  });
});

describe('code 11 means two things', () => {
  it('ends the attempt when the transaction has expired, and keeps the username for the next', () => {
    const failure = exception('TransactionIdExpiredException', 11);
    const scenario = new LoginScenario({}, submittingCode()).send(refused(failure));
    expect(scenario.in('failed')).toMatchObject({
      code: 'expired',
      transaction: null,
      username: 'alice',
    });
    expect(scenario.did()).toEqual(['abort-requests', 'close-event-channel', 'report-outcome']);
    scenario.send({ type: 'retry' });
    expect(scenario.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });

  it('lets the person choose again in the same transaction when the access token of the key has expired', () => {
    const scenario = new LoginScenario({}, submittingCode('yotp')).send(refused(TOKEN_EXPIRED));
    expect(scenario.in('method-selection').notice).toMatchObject({ kind: 'choose-again' });
    expect(scenario.in('method-selection').transaction.tid).toBe(TID);
    scenario.choose('yotp');
    expect(scenario.in('code-entry').challenge.number).toBe(2);
  });
});

describe('an accepted code', () => {
  it('waits for the event of an accepted code, and says after 10 s that it may have been missed', () => {
    const scenario = new LoginScenario({}, submittingCode('sms')).send(accepted);
    expect(scenario.view()).toMatchObject({
      screen: 'code',
      isAccepted: true,
      busy: false,
      notice: null,
    });
    scenario.wait(9_999);
    expect(scenario.in('approval-pending').challenge.notice).toBeNull();
    scenario.wait(1);
    expect(scenario.in('approval-pending')).toMatchObject({
      challenge: { notice: { kind: 'code-accepted-no-event' } },
      eventDueAtMs: null,
    });
  });

  it('does not say that the event of a code may have been missed while it is being checked', () => {
    const scenario = new LoginScenario({}, submittingCode('sms')).send(accepted);
    scenario.wait(9_999).send({ type: 'approval-received', attempt: 1, token: 0 }).wait(1);
    expect(scenario.in('approval-pending').challenge.notice).toBeNull();
  });

  it('goes on with the check when the event came before the answer to the code', () => {
    const state = submittingCode('totp', {
      transaction: transaction({ verification: verifying() }),
    });
    const scenario = new LoginScenario({}, state).send(accepted);
    expect(scenario.view()).toMatchObject({ isVerifying: true, isAccepted: true });
  });
});
