import { describe, expect, it } from 'vitest';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { NOTHING_IN_ADVANCE, initialState } from '../../../../shared/login/login-state.ts';
import type { StartedTransaction } from '../../../../shared/service/answers.ts';
import type { ServiceFailure } from '../../../../shared/faults/service-failure.ts';
import {
  ASKER,
  BYPASSED,
  exception,
  failedState,
  NETWORK,
  NOW_MS,
  offering,
  pending,
  requesting,
  session,
  starting,
  submittingCode,
  TID,
  TIMEOUT,
  tooMany,
  verifying,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';

const answer = (transaction: StartedTransaction) =>
  ({ type: 'transaction-started', attempt: 1, transaction }) as const;
const refusal = (failure: ServiceFailure) => ({ type: 'transaction-failed', attempt: 1, failure }) as const;
const asked = (policy: Partial<LoginWalk['policy']> = {}) =>
  new LoginWalk(policy).send({ type: 'submit-username', username: 'alice' });

describe('submitting a username', () => {
  it('starts the first attempt, with a deadline for the answer and one for the whole login', () => {
    const walk = asked();
    expect(walk.state).toEqual(starting());
    expect(walk.lastEffects).toEqual([{ type: 'start-transaction', attempt: 1, username: 'alice' }]);
  });

  it('never uses an attempt number again', () => {
    const walk = asked();
    for (const attempt of [2, 3, 4]) {
      walk.send({ type: 'cancel' }, { type: 'submit-username', username: 'alice' });
      expect(walk.in('starting').attempt).toBe(attempt);
    }
  });

  it('trims, and otherwise sends what was typed', () => {
    const walk = new LoginWalk().send({ type: 'submit-username', username: '  Ålice 🙂\u00a0' });
    expect(walk.in('starting').username).toBe('Ålice 🙂');
  });

  it.each([
    ['empty', ' \t\n '],
    ['too-long', 'a'.repeat(257)],
    ['unusable-characters', 'al\u202eice'],
  ] as const)('says what is wrong with the name, and keeps it to be corrected: %s', (problem, username) => {
    const walk = new LoginWalk().send({ type: 'submit-username', username });
    expect(walk.in('username-entry')).toMatchObject({ username, problem });
    expect(walk.effects).toEqual([]);
  });

  it('SEC-22: does not read the name of the window where the name is fixed', () => {
    const walk = new LoginWalk({ isUsernameEditable: false }, initialState('os-user'));
    walk.send({ type: 'submit-username', username: 'mallory' });
    expect(walk.in('starting').username).toBe('os-user');
  });
});

describe('the outcomes of init', () => {
  it('pending: the methods, and the listener is opened', () => {
    const walk = asked().send(answer(offering(['push', 'sms'])));
    expect(walk.in('method-selection').session).toEqual(
      session({ methods: ['push', 'sms'], challenges: 0, listener: 'opening' }),
    );
    expect(walk.lastEffects).toEqual([{ type: 'open-listener', attempt: 1, tid: TID }]);
    expect(walk.outcomes()).toEqual([]);
  });

  const methodless = (unknownMethods: number) => answer(offering([], unknownMethods));
  it.each([
    ['no methods', methodless(0), 'no-usable-method', 'denied', 'init: no method, 0 unknown'],
    ['only unknown methods', methodless(3), 'no-usable-method', 'denied', 'init: no method, 3 unknown'],
    ['denied', answer({ ...ASKER, tid: TID, status: 'denied' }), 'denied', 'denied', 'init: denied'],
    [
      'prompt flow',
      answer({ ...ASKER, tid: '', status: 'prompt-flow' }),
      'application-type-wrong',
      'misconfigured',
      'init: webURI without status',
    ],
  ] as const)('%s: an end of its own', (_name, event, code, outcome, evidence) => {
    const walk = asked().send(event);
    expect(walk.in('failed')).toMatchObject({ code, evidence, session: null });
    const configKey = code === 'application-type-wrong' ? 'service.applicationType' : null;
    expect(walk.in('failed').configKey).toBe(configKey);
    expect(walk.outcomes()).toMatchObject([{ outcome, code, username: 'alice', method: null }]);
    expect(walk.effects.some((effect) => effect.type === 'open-listener')).toBe(false);
  });

  it.each(['denied', 'pending'] as const)('names who asks, although it refuses: %s', (status) => {
    const refused = status === 'denied' ? answer({ ...ASKER, tid: TID, status }) : methodless(1);
    const walk = asked().send(refused);
    expect(walk.in('failed')).toMatchObject(ASKER);
    expect(walk.outcomes()).toMatchObject([ASKER]);
  });

  it('waiting: a state of its own that waits for nothing of ours, and may be asked again', () => {
    const webUri = 'https://enrol.example.com/x';
    const walk = asked().send(answer({ ...ASKER, tid: TID, status: 'waiting', webUri }));
    expect(walk.state).toEqual({
      kind: 'account-waiting',
      attempt: 1,
      username: 'alice',
      ...ASKER,
      webUri,
      inAdvance: NOTHING_IN_ADVANCE,
      endsAtMs: null,
    });
    expect(walk.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'waiting', code: null, ...ASKER }]);
    walk.wait(10_000_000);
    expect(walk.state.kind).toBe('account-waiting');
    walk.send({ type: 'retry' });
    expect(walk.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });
});

describe('a method that starts by itself', () => {
  const begin = (
    method: 'push' | 'email',
    isMethodRequired: boolean,
    connect: 'after-init' | 'after-method',
  ) =>
    new LoginWalk({ connect }).send(
      { type: 'submit-username', username: 'alice', method, isMethodRequired },
      answer(offering(['push', 'totp'])),
    );

  it('is started when it is offered, once the listener stands', () => {
    const walk = begin('push', false, 'after-init');
    expect(walk.in('challenge-starting')).toMatchObject({ step: 'listening', method: 'push', challenge: 1 });
    expect(walk.did()).toEqual(['open-listener']);
  });

  it('is asked for at once where the listener comes after the method', () => {
    expect(begin('push', false, 'after-method').did()).toEqual(['select-method']);
  });

  it('is passed over when it is not offered and need not be', () => {
    expect(begin('email', false, 'after-init').in('method-selection').notice).toBeNull();
  });

  it('is a usage error when it is required and not offered; the others can still be chosen', () => {
    const walk = begin('email', true, 'after-init');
    expect(walk.in('failed')).toMatchObject({ code: 'method-not-offered' });
    expect(walk.outcomes()).toMatchObject([{ outcome: 'usage', reason: 'method-not-offered' }]);
    walk.send({ type: 'retry' });
    expect(walk.in('method-selection').session.methods).toEqual(['push', 'totp']);
  });
});

describe('what was asked for in advance holds for the next start', () => {
  const again = (walk: LoginWalk): LoginWalk =>
    walk.send({ type: 'retry' }, { ...answer(offering(['push', 'totp'])), attempt: 2 });
  const begun = (isMethodRequired: boolean): LoginWalk =>
    new LoginWalk({}).send({ type: 'submit-username', username: 'alice', method: 'push', isMethodRequired });

  it.each([true, false])('after a start that failed (required: %s)', (isMethodRequired) => {
    const walk = begun(isMethodRequired).send(refusal(NETWORK));
    expect(walk.in('failed').method).toBeNull();
    expect(again(walk).in('challenge-starting')).toMatchObject({ method: 'push' });
  });

  it('after an account that was not approved', () => {
    const walk = begun(true).send(answer({ ...ASKER, tid: TID, status: 'waiting', webUri: null }));
    expect(again(walk).in('challenge-starting')).toMatchObject({ method: 'push' });
  });

  it('but not once it was begun: nothing is sent again that nobody asked for', () => {
    const walk = begun(true)
      .send(answer(offering(['push', 'totp'])))
      .wait(10_000_000);
    expect(walk.in('failed').session).toBeNull();
    expect(again(walk).state.kind).toBe('method-selection');
  });

  it('but not for another name', () => {
    const walk = begun(true).send(refusal(NETWORK)).send({ type: 'cancel' });
    walk.send({ type: 'submit-username', username: 'bob' });
    expect(walk.in('starting').inAdvance).toEqual({ method: null, isMethodRequired: false });
  });
});

describe('bypass (SEC-21)', () => {
  it('lets in with the words of the service, by its own name', () => {
    const walk = asked().send(refusal(BYPASSED));
    expect(walk.in('succeeded')).toMatchObject({ outcome: 'bypassed', username: 'alice', identity: null });
    expect(walk.in('succeeded').words?.message).toBe('UserBypassedException message');
    expect(walk.outcomes()).toMatchObject([{ outcome: 'bypassed', identity: null, method: null }]);
  });

  it('is refused where policy denies it, with the words', () => {
    const walk = asked({ bypass: 'deny' }).send(refusal(BYPASSED));
    expect(walk.in('failed')).toMatchObject({ code: 'bypass-refused', session: null });
    expect(walk.in('failed').words?.message).toBe('UserBypassedException message');
    expect(walk.outcomes()).toMatchObject([{ outcome: 'denied', reason: 'bypass-refused' }]);
  });

  it('is not let through by a fail mode', () => {
    const walk = asked({ bypass: 'deny', failMode: 'allow-when-unreachable' }).send(refusal(BYPASSED));
    expect(walk.state.kind).toBe('failed');
  });
});

describe('fail mode (SEC-23)', () => {
  const allows = { failMode: 'allow-when-unreachable' } as const;
  const unreachable: readonly ServiceFailure[] = [
    NETWORK,
    TIMEOUT,
    ...[500, 502, 503, 504].map((status) => ({ kind: 'status', status }) as const),
  ];
  const reachable: readonly ServiceFailure[] = [
    chromiumFailure('ERR_CERT_AUTHORITY_INVALID'),
    { kind: 'proxy-login', evidence: 'HTTP 407', proxy: null },
    { kind: 'redirected', status: 302, hasTarget: true },
    { kind: 'portal', status: 511 },
    ...[204, 401, 403, 404, 418, 499, 501, 561, 999].map((status) => ({ kind: 'status', status }) as const),
    { kind: 'status', status: 500, isRefusal: true },
    { kind: 'malformed', evidence: 'HTML instead of JSON' },
    { kind: 'too-large', limitBytes: 1 },
    { kind: 'response-signature', found: 'wrong' },
    { kind: 'response-signature', found: 'missing' },
    { kind: 'aborted' },
    tooMany(1000),
    exception('APIException', 10),
    exception('InvalidSignatureException', 9),
    exception('NovelException', 500),
  ];

  it.each(unreachable)('lets in where it may: %o', (failure) => {
    const walk = asked(allows).send(refusal(failure));
    expect(walk.in('succeeded')).toMatchObject({ outcome: 'allowed-unreachable', identity: null });
    expect(walk.outcomes()).toMatchObject([{ outcome: 'allowed-unreachable', identity: null }]);
    expect(walk.did()).toContain('abort-requests');
  });

  it.each(unreachable)('lets nobody in where it may not: %o', (failure) => {
    expect(asked().send(refusal(failure)).state.kind).toBe('failed');
  });

  it.each(reachable)('lets nobody in for a service that can be reached: %o', (failure) => {
    expect(asked(allows).send(refusal(failure)).state.kind).toBe('failed');
  });

  it('acts on our own deadline for init too', () => {
    const walk = asked(allows).wait(32_000);
    expect(walk.in('succeeded').outcome).toBe('allowed-unreachable');
  });

  it('does not act when the whole login is over first', () => {
    const walk = asked({ ...allows, loginMs: 5_000 }).wait(5_000);
    expect(walk.in('failed').code).toBe('login-timed-out');
  });

  it.each(unreachable)('never acts once there are methods: %o', (failure) => {
    const later = [
      [requesting('push'), { type: 'method-failed', attempt: 1, challenge: 1, failure }],
      [submittingCode(), { type: 'code-failed', attempt: 1, challenge: 1, failure }],
      [
        pending('push', {
          session: session({
            verification: verifying({ inFlight: { token: 0, tries: 2, deadlineAtMs: NOW_MS + 1 } }),
          }),
        }),
        { type: 'token-failed', attempt: 1, token: 0, failure },
      ],
      [failedState({ session: session(), code: 'server-error' }), { type: 'time-passed' }],
    ] as const;
    for (const [state, event] of later) {
      expect(new LoginWalk(allows, state).send(event).state.kind).not.toBe('succeeded');
    }
  });
});

describe('too many attempts at init', () => {
  it.each([
    [null, 30_000],
    [0, 1_000],
    [5_000, 5_000],
    [3_600_000, 3_600_000],
    [86_400_000, 3_600_000],
  ])('Retry-After of %s ms waits %s ms, then retry starts again', (saidMs, waitMs) => {
    const walk = asked().send(refusal(tooMany(saidMs)));
    expect(walk.in('failed')).toMatchObject({ code: 'too-many-attempts', notBeforeMs: NOW_MS + waitMs });
    walk.wait(waitMs - 1).send({ type: 'retry' });
    expect(walk.state.kind).toBe('failed');
    walk.wait(1).send({ type: 'retry' });
    expect(walk.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });
});
