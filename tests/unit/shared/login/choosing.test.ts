import { describe, expect, it } from 'vitest';
import { isSent, METHODS } from '../../../../shared/service/methods.ts';
import {
  failedState,
  NOW_MS,
  offering,
  pending,
  session,
  TID,
  TIMEOUT,
  tooMany,
  challenge,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';

const started = (connect: 'after-init' | 'after-method' = 'after-init') =>
  new LoginWalk({ connect, loginMs: 10_000_000, approvalMs: 1_000_000 });

describe('listening before choosing', () => {
  it('asks for no method before the listener stands', () => {
    const walk = started().start();
    walk.send({ type: 'listener-lost', attempt: 1, evidence: 'transport close' });
    walk.send({ type: 'choose-method', method: 'push' });
    expect(walk.in('challenge-starting')).toMatchObject({ step: 'listening', challenge: 1 });
    expect(walk.did()).toEqual([]);
    walk.send({ type: 'listener-confirmed', attempt: 1, hasGap: true });
    expect(walk.in('challenge-starting').step).toBe('requesting');
    expect(walk.lastEffects).toEqual([
      { type: 'select-method', attempt: 1, challenge: 1, tid: TID, method: 'push' },
    ]);
  });

  it('asks at once where the listener stands', () => {
    const walk = started().start().send({ type: 'choose-method', method: 'push' });
    expect(walk.did()).toEqual(['select-method']);
  });

  it('says that the service cannot be heard when the listener does not come, with its evidence', () => {
    const walk = started()
      .start()
      .send({ type: 'listener-lost', attempt: 1, evidence: 'xhr poll error' })
      .send({ type: 'choose-method', method: 'push' })
      .wait(10_000);
    expect(walk.in('failed')).toMatchObject({
      code: 'realtime-unreachable',
      evidence: 'listener: xhr poll error',
    });
    expect(walk.effects.some((effect) => effect.type === 'select-method')).toBe(false);
    // The transaction stays open: the same method is one key away.
    walk.send({ type: 'listener-confirmed', attempt: 1, hasGap: false }).send({ type: 'retry' });
    expect(walk.in('challenge-starting')).toMatchObject({ step: 'requesting', method: 'push', challenge: 2 });
  });

  it('notes a gap that opened while the method was being asked for', () => {
    const walk = started().start().send({ type: 'choose-method', method: 'push' });
    walk.send(
      { type: 'listener-lost', attempt: 1, evidence: 'ping timeout' },
      { type: 'listener-confirmed', attempt: 1, hasGap: true },
      { type: 'listener-confirmed', attempt: 1, hasGap: false },
      {
        type: 'method-selected',
        attempt: 1,
        challenge: 1,
        selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
      },
    );
    expect(walk.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
  });

  it('says after a gap that an approval may have been missed, and of a first connection nothing', () => {
    const walk = started().start().choose('push');
    walk.send({ type: 'listener-confirmed', attempt: 1, hasGap: false });
    expect(walk.in('approval-pending').challenge.notice).toBeNull();
    walk.send({ type: 'listener-lost', attempt: 1, evidence: 'transport close' });
    expect(walk.in('approval-pending').session.listener).toBe('reconnecting');
    walk.send({ type: 'listener-confirmed', attempt: 1, hasGap: true });
    expect(walk.in('approval-pending').session.listener).toBe('confirmed');
    expect(walk.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
  });
});

describe('where the listener connects after the method', () => {
  it('opens it once, with the first answer of methodSSH', () => {
    const walk = started('after-method').send(
      { type: 'submit-username', username: 'alice' },
      { type: 'transaction-started', attempt: 1, transaction: offering(['push', 'totp']) },
    );
    expect(walk.in('method-selection').session.listener).toBe('closed');
    expect(walk.did()).toEqual([]);
    walk.choose('push');
    expect(walk.in('approval-pending').session.listener).toBe('opening');
    expect(walk.did()).toEqual(['open-listener']);
    walk.send({ type: 'go-back' }).choose('totp');
    expect(walk.effects.filter((effect) => effect.type === 'open-listener')).toHaveLength(1);
  });

  it.each([
    [1_999, null],
    [2_001, { kind: 'possibly-missed' }],
  ])('a first connection after %i ms gives the notice %o', (ms, notice) => {
    const walk = new LoginWalk(
      { connect: 'after-method' },
      pending('push', { session: session({ listener: 'opening' }) }),
    );
    walk.wait(ms).send({ type: 'listener-confirmed', attempt: 1, hasGap: false });
    expect(walk.in('approval-pending').challenge.notice).toEqual(notice);
  });
});

describe('each method', () => {
  it.each(METHODS)('%s leads to its own screen', (method) => {
    const walk = started().start().choose(method);
    const types = method === 'totp' || method === 'sms' || method === 'yotp';
    expect(walk.state.kind).toBe(types ? 'code-entry' : 'approval-pending');
    const screens = { totp: 'code', sms: 'code', yotp: 'security-key', qrcode: 'qr' } as const;
    expect(walk.view().screen).toBe(method in screens ? screens[method as 'totp'] : 'approval');
  });

  it('that is not offered cannot be chosen', () => {
    const walk = started().start(['push', 'totp']).send({ type: 'choose-method', method: 'email' });
    expect(walk.did()).toEqual(['ignored-event']);
    expect(walk.state.kind).toBe('method-selection');
  });

  it('gets a number of its own each time, and another choice ends its requests', () => {
    const walk = started().start().choose('totp').send({ type: 'choose-method', method: 'qrcode' });
    expect(walk.in('challenge-starting').challenge).toBe(2);
    expect(walk.lastEffects[0]).toEqual({ type: 'abort-requests', attempt: 1, challenge: 1 });
  });
});

describe('sending again', () => {
  it.each(METHODS.filter(isSent))('%s has cool-downs of 30 and 60 s and is sent three times', (method) => {
    const walk = started().start().choose(method);
    for (const pauseMs of [30_000, 60_000]) {
      const untilMs = walk.nowMs + pauseMs;
      walk.wait(pauseMs - 1).choose(method);
      expect(noticeOf(walk)).toEqual({ kind: 'sent-recently', method, untilMs });
      expect(walk.did()).toEqual([]);
      walk.wait(1).choose(method);
      expect(noticeOf(walk)).toBeNull();
    }
    walk.wait(120_000).choose(method);
    expect(noticeOf(walk)).toEqual({ kind: 'sent-too-often', method });
    expect(walk.effects.filter((effect) => effect.type === 'select-method')).toHaveLength(3);
  });

  it.each(METHODS.filter((method) => !isSent(method)))('%s sends nothing and has neither', (method) => {
    const walk = started().start();
    for (let time = 0; time < 10; time += 1) walk.choose(method);
    expect(walk.effects.filter((effect) => effect.type === 'select-method')).toHaveLength(10);
  });

  it('counts each method for itself', () => {
    const walk = started().start().choose('push').choose('sms').choose('email');
    expect(walk.in('approval-pending').session.sends).toEqual({
      push: { count: 1, againAtMs: NOW_MS + 30_000 },
      sms: { count: 1, againAtMs: NOW_MS + 30_000 },
      email: { count: 1, againAtMs: NOW_MS + 30_000 },
    });
  });

  it('does not count what was not answered', () => {
    const walk = started().start().send({ type: 'choose-method', method: 'push' });
    walk.send({ type: 'method-failed', attempt: 1, challenge: 1, failure: TIMEOUT }, { type: 'retry' });
    expect(walk.in('challenge-starting').method).toBe('push');
  });

  it.each(['possibly-missed', 'code-accepted-no-event', 'approval-refused'] as const)(
    'is free at once, within the budget, where the last one may have been lost: %s',
    (kind) => {
      const sends = { push: { count: 2, againAtMs: NOW_MS + 99_000 } };
      const state = pending('push', {
        session: session({ sends }),
        challenge: challenge('push', { notice: { kind } }),
      });
      const walk = new LoginWalk({}, state).send({ type: 'choose-method', method: 'push' });
      expect(walk.state.kind).toBe('challenge-starting');
      const spent = { ...state, session: session({ sends: { push: { count: 3, againAtMs: NOW_MS } } }) };
      expect(noticeOf(new LoginWalk({}, spent).send({ type: 'choose-method', method: 'push' }))).toEqual({
        kind: 'sent-too-often',
        method: 'push',
      });
      // The exemption is for this method alone.
      const other = { ...state, session: session({ sends: { sms: { count: 3, againAtMs: NOW_MS } } }) };
      expect(noticeOf(new LoginWalk({}, other).send({ type: 'choose-method', method: 'sms' }))).toEqual({
        kind: 'sent-too-often',
        method: 'sms',
      });
    },
  );

  it('is refused at the methods from an end that left the transaction open', () => {
    const sends = { push: { count: 1, againAtMs: NOW_MS + 5_000 } };
    const end = failedState({ code: 'timed-out', method: 'push', session: session({ sends }) });
    const walk = new LoginWalk({}, end).send({ type: 'retry' });
    expect(walk.in('method-selection').notice).toMatchObject({ kind: 'sent-recently', method: 'push' });
  });
});

describe('too many attempts at methodSSH', () => {
  it.each([
    [null, 30_000],
    [0, 1_000],
    [7_000, 7_000],
    [9e9, 3_600_000],
  ])('Retry-After of %s ms closes the method for %s ms and leaves the others', (saidMs, waitMs) => {
    const walk = started().start().send({ type: 'choose-method', method: 'push' });
    walk.send({ type: 'method-failed', attempt: 1, challenge: 1, failure: tooMany(saidMs) });
    const untilMs = NOW_MS + waitMs;
    const notice = { kind: 'too-many', method: 'push', untilMs, words: null } as const;
    expect(walk.in('method-selection').notice).toEqual(notice);
    const closed = { method: 'push', availableInMs: waitMs };
    expect(walk.view()).toMatchObject({
      notice: { kind: 'too-many', method: 'push', waitMs },
      choices: METHODS.map((method) => (method === 'push' ? closed : { method, availableInMs: 0 })),
    });
    walk.wait(waitMs - 1).send({ type: 'choose-method', method: 'push' });
    // Told as what it is, and not as sent a moment ago.
    expect(walk.in('method-selection').notice).toEqual(notice);
    expect(walk.view()).toMatchObject({ notice: { kind: 'too-many', waitMs: 1 } });
    const other = walk.send({ type: 'choose-method', method: 'totp' });
    expect(other.state.kind).toBe('challenge-starting');
  });
});

/** The notice above the methods or beside the wait. */
function noticeOf(walk: LoginWalk): unknown {
  if (walk.state.kind === 'method-selection') return walk.state.notice;
  return 'challenge' in walk.state && typeof walk.state.challenge === 'object'
    ? walk.state.challenge.notice
    : undefined;
}
