import { describe, expect, it } from 'vitest';
import { chromiumFailure } from '../../../../../electron/network/network-errors.ts';
import {
  NOTHING_IN_ADVANCE,
  initialState,
} from '../../../../../shared/login/machine/login-state.ts';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import type { StartedTransaction } from '../../../../../shared/service/answers.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  REQUESTER,
  BYPASSED,
  exception,
  failedState,
  LOGIN_MS,
  NETWORK,
  NOW_MS,
  offering,
  pending,
  requesting,
  transaction,
  starting,
  submittingCode,
  TID,
  TIMEOUT,
  tooMany,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const answer = (transaction: StartedTransaction) =>
  ({ type: 'transaction-started', attempt: 1, transaction }) as const;
const refusal = (failure: ServiceFailure) =>
  ({ type: 'transaction-failed', attempt: 1, failure }) as const;
const asked = (policy: Partial<LoginScenario['policy']> = {}) =>
  new LoginScenario(policy).send({ type: 'submit-username', username: 'alice' });

describe('submitting a username', () => {
  it('starts the first attempt, with a deadline for the answer and one for the whole login', () => {
    const scenario = asked();
    expect(scenario.state).toEqual(starting());
    expect(scenario.lastEffects).toEqual([
      { type: 'start-transaction', attempt: 1, username: 'alice' },
    ]);
  });

  it('never uses an attempt number again', () => {
    const scenario = asked();
    for (const attempt of [2, 3, 4]) {
      scenario.send({ type: 'cancel' }, { type: 'submit-username', username: 'alice' });
      expect(scenario.in('starting').attempt).toBe(attempt);
    }
  });

  it('trims the username, and otherwise sends it as typed', () => {
    const scenario = new LoginScenario().send({
      type: 'submit-username',
      username: '  Ålice 🙂\u00a0',
    });
    expect(scenario.in('starting').username).toBe('Ålice 🙂');
  });

  it.each([
    ['empty', ' \t\n '],
    ['too-long', 'a'.repeat(257)],
    ['unusable-characters', 'al\u202eice'],
  ] as const)(
    'explains what is wrong with a name, and keeps it for correction: %s',
    (problem, username) => {
      const scenario = new LoginScenario().send({ type: 'submit-username', username });
      expect(scenario.in('username-entry')).toMatchObject({ username, problem });
      expect(scenario.effects).toEqual([]);
    },
  );

  it('does not read the name of the window if the name is fixed (SEC-22)', () => {
    const scenario = new LoginScenario({ isUsernameEditable: false }, initialState('os-user'));
    scenario.send({ type: 'submit-username', username: 'mallory' });
    expect(scenario.in('starting').username).toBe('os-user');
  });
});

describe('the outcomes of init', () => {
  it('opens the event channel and the list of methods when init is pending', () => {
    const scenario = asked().send(answer(offering(['push', 'sms'])));
    expect(scenario.in('method-selection').transaction).toEqual(
      transaction({ methods: ['push', 'sms'], challenges: 0, eventChannel: 'opening' }),
    );
    expect(scenario.lastEffects).toEqual([{ type: 'open-event-channel', attempt: 1, tid: TID }]);
    expect(scenario.outcomes()).toEqual([]);
  });

  const methodless = (unknownMethods: number) => answer(offering([], unknownMethods));
  it.each([
    ['no method', methodless(0), 'no-usable-method', 'denied', 'init: no method, 0 unknown'],
    [
      'only unknown methods',
      methodless(3),
      'no-usable-method',
      'denied',
      'init: no method, 3 unknown',
    ],
    [
      'a denied account',
      answer({ requester: REQUESTER, tid: TID, status: 'denied' }),
      'denied',
      'denied',
      'init: denied',
    ],
    [
      'a prompt flow',
      answer({ requester: REQUESTER, tid: '', status: 'prompt-flow' }),
      'application-type-wrong',
      'misconfigured',
      'init: webURI without status',
    ],
  ] as const)('ends the login on init with %s', (_name, event, code, outcome, evidence) => {
    const scenario = asked().send(event);
    expect(scenario.in('failed')).toMatchObject({ code, evidence, transaction: null });
    const configKey = code === 'application-type-wrong' ? 'service.applicationType' : null;
    expect(scenario.in('failed').configKey).toBe(configKey);
    expect(scenario.outcomes()).toMatchObject([{ outcome, code, username: 'alice', method: null }]);
    expect(scenario.effects.some((effect) => effect.type === 'open-event-channel')).toBe(false);
  });

  it.each([
    ['a denied account', answer({ requester: REQUESTER, tid: TID, status: 'denied' })],
    ['no known method', methodless(1)],
  ])('names the requester of a login that ends with %s', (_name, refused) => {
    const scenario = asked().send(refused);
    expect(scenario.in('failed')).toMatchObject({ requester: REQUESTER });
    expect(scenario.outcomes()).toMatchObject([{ requester: REQUESTER }]);
  });

  it('waits without a deadline for an account that is not approved, and allows a retry', () => {
    const webUri = 'https://enrol.example.com/x';
    const scenario = asked().send(
      answer({ requester: REQUESTER, tid: TID, status: 'waiting', webUri }),
    );
    expect(scenario.state).toEqual({
      kind: 'account-waiting',
      attempt: 1,
      username: 'alice',
      requester: REQUESTER,
      webUri,
      inAdvance: NOTHING_IN_ADVANCE,
    });
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'not-now', reason: 'waiting', code: null, requester: REQUESTER },
    ]);
    scenario.wait(10_000_000);
    expect(scenario.state.kind).toBe('account-waiting');
    scenario.send({ type: 'retry' });
    expect(scenario.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });
});

describe('a method that starts by itself', () => {
  const begin = (
    method: 'push' | 'email',
    isMethodRequired: boolean,
    connect: 'after-init' | 'after-method',
  ) =>
    new LoginScenario({ connect }).send(
      { type: 'submit-username', username: 'alice', method, isMethodRequired },
      answer(offering(['push', 'totp'])),
    );

  it('starts a preselected method when it is offered, once the event channel stands', () => {
    const scenario = begin('push', false, 'after-init');
    expect(scenario.in('challenge-starting')).toMatchObject({
      step: 'connecting',
      method: 'push',
      challenge: 1,
    });
    expect(scenario.did()).toEqual(['open-event-channel']);
  });

  it('asks for a preselected method at once if the event channel comes after the method', () => {
    expect(begin('push', false, 'after-method').did()).toEqual(['select-method']);
  });

  it('skips an optional preselected method that is not offered', () => {
    expect(begin('email', false, 'after-init').in('method-selection').notice).toBeNull();
  });

  it('ends as misuse when a required method is not offered, and lets the others be chosen', () => {
    const scenario = begin('email', true, 'after-init');
    expect(scenario.in('failed')).toMatchObject({
      code: 'method-not-offered',
      evidence: 'init: email not offered',
    });
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'usage', reason: 'method-not-offered' }]);
    scenario.send({ type: 'retry' });
    expect(scenario.in('method-selection').transaction.methods).toEqual(['push', 'totp']);
  });
});

describe('a method requested in advance', () => {
  const again = (scenario: LoginScenario): LoginScenario =>
    scenario.send({ type: 'retry' }, { ...answer(offering(['push', 'totp'])), attempt: 2 });
  const begun = (isMethodRequired: boolean): LoginScenario =>
    new LoginScenario({}).send({
      type: 'submit-username',
      username: 'alice',
      method: 'push',
      isMethodRequired,
    });

  it.each([true, false])(
    'keeps a method requested in advance after a start that failed (required: %s)',
    (isMethodRequired) => {
      const scenario = begun(isMethodRequired).send(refusal(NETWORK));
      expect(scenario.in('failed').method).toBeNull();
      expect(again(scenario).in('challenge-starting')).toMatchObject({ method: 'push' });
    },
  );

  it('keeps a method requested in advance after an account that was not approved', () => {
    const scenario = begun(true).send(
      answer({ requester: REQUESTER, tid: TID, status: 'waiting', webUri: null }),
    );
    expect(again(scenario).in('challenge-starting')).toMatchObject({ method: 'push' });
  });

  it('keeps a method requested in advance after a login whose list did not offer it', () => {
    const scenario = begun(false)
      .send(answer(offering(['totp', 'sms'])))
      .wait(LOGIN_MS);
    expect(scenario.in('failed').code).toBe('login-timed-out');
    expect(again(scenario).in('challenge-starting')).toMatchObject({ method: 'push' });
  });

  it('does not start a method requested in advance again once it was begun', () => {
    const scenario = begun(true)
      .send(answer(offering(['push', 'totp'])))
      .wait(10_000_000);
    expect(scenario.in('failed').transaction).toBeNull();
    expect(again(scenario).state.kind).toBe('method-selection');
  });

  it('drops a method requested in advance for another name', () => {
    const scenario = begun(true).send(refusal(NETWORK)).send({ type: 'cancel' });
    scenario.send({ type: 'submit-username', username: 'bob' });
    expect(scenario.in('starting').inAdvance).toEqual({ method: null, isMethodRequired: false });
  });
});

describe('bypass (SEC-21)', () => {
  it('lets a bypass in with the words of the service, by its own outcome (SEC-21)', () => {
    const scenario = asked().send(refusal(BYPASSED));
    expect(scenario.in('succeeded')).toMatchObject({
      outcome: 'bypassed',
      username: 'alice',
      identity: null,
    });
    expect(scenario.in('succeeded').serviceText?.message).toBe('UserBypassedException message');
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'bypassed', identity: null, method: null },
    ]);
  });

  it('lets the person decline a bypass, and reports it (SEC-21)', () => {
    const scenario = asked().send(refusal(BYPASSED)).send({ type: 'cancel' });
    expect(scenario.in('username-entry').username).toBe('alice');
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'bypassed' }, { outcome: 'cancelled' }]);
  });

  it('refuses a bypass if policy denies it, with the words of the service (SEC-21)', () => {
    const scenario = asked({ bypass: 'deny' }).send(refusal(BYPASSED));
    expect(scenario.in('failed')).toMatchObject({
      code: 'bypass-refused',
      transaction: null,
      evidence: 'init: UserBypassedException 45',
    });
    expect(scenario.in('failed').serviceText?.message).toBe('UserBypassedException message');
    expect(scenario.outcomes()).toMatchObject([{ outcome: 'denied', reason: 'bypass-refused' }]);
  });

  it('lets no refused bypass through by a fail mode (SEC-21)', () => {
    const scenario = asked({ bypass: 'deny', failMode: 'allow-when-unreachable' }).send(
      refusal(BYPASSED),
    );
    expect(scenario.state.kind).toBe('failed');
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
    { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null },
    { kind: 'redirected', status: 302, hasTarget: true },
    { kind: 'portal', status: 511 },
    { kind: 'page', status: 200 },
    ...[204, 401, 403, 404, 418, 499, 501, 561, 999].map(
      (status) => ({ kind: 'status', status }) as const,
    ),
    { kind: 'status', status: 500, isRefusal: true },
    { kind: 'malformed', evidence: toEvidence`HTML instead of JSON` },
    { kind: 'too-large', limitBytes: 1 },
    { kind: 'response-signature', found: 'wrong' },
    { kind: 'response-signature', found: 'missing' },
    { kind: 'response-signature', found: 'dropped' },
    { kind: 'aborted' },
    tooMany(1000),
    exception('APIException', 10),
    exception('InvalidSignatureException', 9),
    exception('NovelException', 500),
  ];

  it.each(unreachable)(
    'lets in by the fail mode when the service is unreachable: %o (SEC-23)',
    (failure) => {
      const scenario = asked(allows).send(refusal(failure));
      expect(scenario.in('succeeded')).toMatchObject({
        outcome: 'allowed-unreachable',
        identity: null,
      });
      expect(scenario.outcomes()).toMatchObject([
        { outcome: 'allowed-unreachable', identity: null },
      ]);
      expect(scenario.did()).toContain('abort-requests');
    },
  );

  it.each(unreachable)(
    'refuses an unreachable service if policy has no fail mode: %o (SEC-23)',
    (failure) => {
      expect(asked().send(refusal(failure)).state.kind).toBe('failed');
    },
  );

  it.each(reachable)(
    'refuses in spite of the fail mode when the service can be reached: %o (SEC-23)',
    (failure) => {
      expect(asked(allows).send(refusal(failure)).state.kind).toBe('failed');
    },
  );

  // After a sleep the answer, perhaps a denial, may be here and unread: only the port knows if it
  // is missing.
  it('does not apply the fail mode to our own deadline for init (SEC-23)', () => {
    const scenario = asked(allows).wait(32_000);
    expect(scenario.in('failed').code).toBe('request-timed-out');
    expect(scenario.did()).toContain('abort-requests');
  });

  describe('after an answer in this login', () => {
    const proxy = { id: 'PROXY p:1 basic', name: 'p:1', hasRefused: false } as const;
    const onThePath: readonly ServiceFailure[] = [
      { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy },
      chromiumFailure('ERR_CERT_AUTHORITY_INVALID'),
      chromiumFailure('ERR_TUNNEL_CONNECTION_FAILED'),
      { kind: 'portal', status: 511 },
      { kind: 'status', status: 403 },
    ];
    const silences: readonly ServiceFailure[] = [
      TIMEOUT,
      NETWORK,
      chromiumFailure('ERR_INTERNET_DISCONNECTED'),
    ];
    const secondTime = (failure: ServiceFailure): LoginEvent => ({
      type: 'transaction-failed',
      attempt: 2,
      failure,
    });

    it.each(onThePath.flatMap((first) => silences.map((second) => [first, second] as const)))(
      'refuses silence after an answer on the path: %o, then %o (SEC-23)',
      (first, second) => {
        const scenario = asked(allows).send(refusal(first), { type: 'retry' }, secondTime(second));
        expect(scenario.state.kind).toBe('failed');
        // Home and another name are the same login.
        scenario.send({ type: 'cancel' }, { type: 'submit-username', username: 'bob' });
        expect(scenario.send({ ...secondTime(second), attempt: 3 } as LoginEvent).state.kind).toBe(
          'failed',
        );
      },
    );

    it('applies the fail mode to a service that is not well behind a proxy that wanted a login (SEC-23)', () => {
      const [asks] = onThePath;
      const down = { kind: 'status', status: 503 } as const;
      const scenario = asked(allows).send(
        refusal(asks ?? TIMEOUT),
        { type: 'retry' },
        secondTime(down),
      );
      expect(scenario.in('succeeded').outcome).toBe('allowed-unreachable');
    });

    it.each(unreachable)(
      'refuses silence after an answer of the service itself: %o (SEC-23)',
      (failure) => {
        const denied = asked(allows).send(refusal(exception('NovelException', 1)), {
          type: 'retry',
        });
        expect(denied.send(secondTime(failure)).state.kind).toBe('failed');
        const offered = new LoginScenario(allows).start().send({ type: 'cancel' });
        offered.send({ type: 'submit-username', username: 'alice' }, secondTime(failure));
        expect(offered.state.kind).toBe('failed');
      },
    );

    it('applies the fail mode if the person only went back before anything was heard (SEC-23)', () => {
      const scenario = asked(allows).send(
        { type: 'cancel' },
        { type: 'submit-username', username: 'alice' },
      );
      expect(scenario.send(secondTime(TIMEOUT)).in('succeeded').outcome).toBe(
        'allowed-unreachable',
      );
    });
  });

  it.each(['ERR_PROXY_CONNECTION_FAILED', 'ERR_TUNNEL_CONNECTION_FAILED', 'ERR_PAC_SCRIPT_FAILED'])(
    'does not apply the fail mode to a proxy, as its address may be the person’s own setting: %s (SEC-23)',
    (name) => {
      expect(
        asked(allows)
          .send(refusal(chromiumFailure(name)))
          .in('failed').code,
      ).toBe('proxy-failed');
    },
  );

  it('does not apply the fail mode when the whole login is over first (SEC-23)', () => {
    const scenario = asked({ ...allows, loginMs: 5_000 }).wait(5_000);
    expect(scenario.in('failed').code).toBe('login-timed-out');
  });

  it.each(unreachable)(
    'never applies the fail mode once there are methods: %o (SEC-23)',
    (failure) => {
      const later = [
        [requesting('push'), { type: 'method-failed', attempt: 1, challenge: 1, failure }],
        [submittingCode(), { type: 'code-failed', attempt: 1, challenge: 1, failure }],
        [
          pending('push', {
            transaction: transaction({
              verification: verifying({
                inFlight: {
                  token: 0,
                  tries: 2,
                  openCalls: 1,
                  refusal: null,
                  deadlineAtMs: NOW_MS + 1,
                },
              }),
            }),
          }),
          { type: 'token-failed', attempt: 1, token: 0, failure },
        ],
        [
          failedState({ transaction: transaction(), code: 'server-error' }),
          { type: 'time-passed' },
        ],
      ] as const;
      for (const [state, event] of later) {
        expect(new LoginScenario(allows, state).send(event).state.kind).not.toBe('succeeded');
      }
    },
  );
});

describe('too many attempts at init', () => {
  it.each([
    [null, 30_000],
    [0, 1_000],
    [5_000, 5_000],
    [3_600_000, 3_600_000],
    [86_400_000, 3_600_000],
  ])('waits after a Retry-After of %s ms for %s ms, and starts again then', (saidMs, waitMs) => {
    const scenario = asked().send(refusal(tooMany(saidMs)));
    expect(scenario.in('failed')).toMatchObject({
      code: 'too-many-attempts',
      notBeforeMs: NOW_MS + waitMs,
    });
    scenario.wait(waitMs - 1).send({ type: 'retry' });
    expect(scenario.state.kind).toBe('failed');
    scenario.wait(1).send({ type: 'retry' });
    expect(scenario.in('starting')).toMatchObject({ attempt: 2, username: 'alice' });
  });
});
