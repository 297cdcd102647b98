import { describe, expect, it } from 'vitest';
import {
  APPROVAL_MS,
  enteringCode,
  exception,
  NETWORK,
  NOW_MS,
  session,
  submittingCode,
  TID,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  verifying,
  WRONG_CODE,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';
import type { ServiceFailure } from '../../../../shared/faults/service-failure.ts';

const submit = (code = '123456') => ({ type: 'submit-code', code }) as const;
const refused = (failure: ServiceFailure) =>
  ({ type: 'code-failed', attempt: 1, challenge: 1, failure }) as const;
const accepted = { type: 'code-accepted', attempt: 1, challenge: 1 } as const;

describe('submitting a code', () => {
  it.each(['totp', 'sms'] as const)('%s: goes to confirmCode with the transaction', (method) => {
    const walk = new LoginWalk({}, enteringCode(method)).send(submit(' 123 456 '));
    expect(walk.state).toEqual(submittingCode(method));
    expect(walk.lastEffects).toEqual([
      { type: 'submit-passcode', attempt: 1, challenge: 1, tid: TID, code: '123456' },
    ]);
  });

  it('yotp: goes to confirmSecurityKeySSH, without the tid', () => {
    const walk = new LoginWalk({}, enteringCode('yotp')).send(submit('CCCCCB\n'));
    expect(walk.lastEffects).toEqual([
      { type: 'submit-security-key', attempt: 1, challenge: 1, otp: 'cccccb' },
    ]);
  });

  it.each(['', ' ', '\u200b\t', '--'])('says that there is none: %j', (typed) => {
    const walk = new LoginWalk({}, enteringCode()).send(submit(typed));
    expect(walk.in('code-entry').problem).toEqual({ kind: 'empty', tries: 1 });
    expect(walk.lastEffects).toEqual([]);
  });

  it('does not cut what is longer than the length that was said', () => {
    const state = enteringCode();
    const walk = new LoginWalk({}, { ...state, challenge: { ...state.challenge, codeLength: 6 } });
    walk.send(submit('123456789012'));
    expect(walk.lastEffects).toMatchObject([{ code: '123456789012' }]);
  });

  it('has one under way at a time', () => {
    const walk = new LoginWalk({}, enteringCode()).send(submit(), submit('654321'));
    expect(walk.did()).toEqual(['ignored-event']);
    expect(walk.effects.filter((effect) => effect.type === 'submit-passcode')).toHaveLength(1);
  });
});

describe('a wrong code', () => {
  it.each(['totp', 'sms', 'yotp'] as const)('%s: stays in the same transaction and challenge', (method) => {
    const walk = new LoginWalk({}, enteringCode(method));
    for (const tries of [1, 2, 3]) {
      walk.send(submit(), refused(WRONG_CODE));
      expect(walk.in('code-entry').problem).toMatchObject({ kind: 'wrong', tries });
      expect(walk.in('code-entry').challenge.number).toBe(1);
    }
    walk.send(submit(), accepted);
    expect(walk.in('approval-pending')).toMatchObject({ isCodeAccepted: true, session: { tid: TID } });
    expect(walk.effects.some((effect) => effect.type === 'start-transaction')).toBe(false);
  });

  it('gives the words of the service', () => {
    const walk = new LoginWalk({}, submittingCode()).send(refused(WRONG_CODE));
    expect(walk.view()).toMatchObject({
      screen: 'code',
      problem: { kind: 'wrong', words: { message: 'PasscodeException message' }, tries: 1 },
    });
  });

  it('does not end the wait under the hands of who types', () => {
    const walk = new LoginWalk({}, enteringCode()).wait(APPROVAL_MS - 1_000);
    walk.send(submit(), refused(WRONG_CODE));
    expect(walk.in('code-entry').deadlineAtMs).toBe(walk.nowMs + APPROVAL_MS / 2);
  });

  it('never shortens the wait', () => {
    const walk = new LoginWalk({}, enteringCode()).send(submit(), refused(WRONG_CODE));
    expect(walk.in('code-entry').deadlineAtMs).toBe(NOW_MS + APPROVAL_MS);
  });
});

describe('a code without an answer', () => {
  it.each([NETWORK, TIMEOUT])('is never sent again by itself, and may have counted: %o', (failure) => {
    const walk = new LoginWalk({}, submittingCode()).send(refused(failure));
    expect(walk.in('code-entry').problem).toEqual({ kind: 'unanswered' });
    expect(walk.lastEffects).toEqual([]);
    walk.send({ type: 'approval-received', attempt: 1, token: 0 });
    expect(walk.did()).toEqual(['redeem-token']);
  });
});

describe('too many codes', () => {
  it('closes the field until the time the service named', () => {
    const walk = new LoginWalk({}, submittingCode('sms')).send(refused(tooMany(9_000)));
    expect(walk.in('code-entry').problem).toEqual({ kind: 'too-many', untilMs: NOW_MS + 9_000, words: null });
    expect(walk.view()).toMatchObject({ problem: { kind: 'too-many', waitMs: 9_000 } });
    walk.wait(8_999).send(submit());
    expect(walk.did()).toEqual(['ignored-event']);
    expect(walk.view()).toMatchObject({ problem: { kind: 'too-many', waitMs: 1 } });
    walk.wait(1).send(submit());
    expect(walk.state.kind).toBe('code-submitting');
  });
});

describe('code 11 means two things', () => {
  it('an expired transaction ends the attempt; the username is kept for the next', () => {
    const failure = exception('TransactionIdExpiredException', 11);
    const walk = new LoginWalk({}, submittingCode()).send(refused(failure));
    expect(walk.in('failed')).toMatchObject({ code: 'expired', session: null, username: 'alice' });
    expect(walk.did()).toEqual(['abort-requests', 'close-listener', 'report-outcome']);
    walk.send({ type: 'retry' });
    expect(walk.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });

  it('an expired access token of the key: choose again in the same transaction', () => {
    const walk = new LoginWalk({}, submittingCode('yotp')).send(refused(TOKEN_EXPIRED));
    expect(walk.in('method-selection').notice).toMatchObject({ kind: 'choose-again' });
    expect(walk.in('method-selection').session.tid).toBe(TID);
    walk.choose('yotp');
    expect(walk.in('code-entry').challenge.number).toBe(2);
  });
});

describe('an accepted code', () => {
  it('waits for the event, and says after 10 s that it may have been missed', () => {
    const walk = new LoginWalk({}, submittingCode('sms')).send(accepted);
    expect(walk.view()).toMatchObject({ screen: 'code', isAccepted: true, busy: false, notice: null });
    walk.wait(9_999);
    expect(walk.in('approval-pending').challenge.notice).toBeNull();
    walk.wait(1);
    expect(walk.in('approval-pending')).toMatchObject({
      challenge: { notice: { kind: 'code-accepted-no-event' } },
      eventDueAtMs: null,
    });
  });

  it('does not say so while the event is being checked', () => {
    const walk = new LoginWalk({}, submittingCode('sms')).send(accepted);
    walk.wait(9_999).send({ type: 'approval-received', attempt: 1, token: 0 }).wait(1);
    expect(walk.in('approval-pending').challenge.notice).toBeNull();
  });

  it('is not needed where the event came before the answer', () => {
    const state = submittingCode('totp', { session: session({ verification: verifying() }) });
    const walk = new LoginWalk({}, state).send(accepted);
    expect(walk.view()).toMatchObject({ isVerifying: true, isAccepted: true });
  });
});
