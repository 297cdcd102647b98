import { describe, expect, it } from 'vitest';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import { LOGIN_LIMITS } from '../../../../../shared/login/machine/login-limits.ts';
import {
  nextDeadlineOf,
  transactionOf,
  type LoginState,
  type Transaction,
} from '../../../../../shared/login/machine/login-state.ts';
import { ignoresMissedApprovals } from '../../../../../shared/login/machine/verification-transitions.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ALICE,
  ANSWER_MS,
  APPROVAL_MS,
  challenge,
  enteringCode,
  exception,
  failedState,
  hostedPage,
  listening,
  NETWORK,
  NOW_MS,
  pending,
  requesting,
  selecting,
  transaction,
  submittingCode,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  verification,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const approval = (token: number) => ({ type: 'approval-received', attempt: 1, token }) as const;
const denial = { type: 'denial-received', attempt: 1 } as const;
const redeemed = (token: number, username = 'alice') =>
  ({ type: 'token-redeemed', attempt: 1, token, identity: { ...ALICE, username } }) as const;
const refused = (token: number, failure: ServiceFailure = TOKEN_EXPIRED) =>
  ({ type: 'token-failed', attempt: 1, token, failure }) as const;
const waiting = () => new LoginScenario({}, pending('push'));
const verificationOf = (run: LoginScenario) => run.in('approval-pending').transaction.verification;

/** Every state with an open transaction: an approval counts in each. */
const OPEN: readonly LoginState[] = [
  selecting(),
  listening('push'),
  requesting('push'),
  enteringCode(),
  submittingCode(),
  pending('push'),
  failedState({ code: 'timed-out', transaction: transaction() }),
];

describe('an approval', () => {
  it.each(OPEN)(
    'checks an approval, which is a hint, whatever is on the screen: $kind',
    (state) => {
      const run = new LoginScenario({}, state).send(approval(0));
      expect(run.state.kind).toBe(state.kind);
      expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
      run.send(redeemed(0));
      expect(run.in('succeeded')).toMatchObject({
        outcome: 'confirmed',
        username: 'alice',
        identity: ALICE,
      });
      expect(run.did()).toEqual(['abort-requests', 'close-event-channel', 'report-outcome']);
    },
  );

  it('does not let an approval in without a check', () => {
    const run = waiting().send(redeemed(0), approval(0), redeemed(1));
    expect(run.state.kind).toBe('approval-pending');
  });

  it('checks an approval once, however often it comes', () => {
    const run = waiting().send(approval(0), approval(0), approval(0));
    expect(run.effects.filter((effect) => effect.type === 'redeem-token')).toHaveLength(1);
    run.send(refused(0), approval(0));
    expect(run.did()).toEqual(['ignored-event']);
  });

  it('queues an approval behind the one that is being checked', () => {
    const run = waiting().send(approval(0), approval(1), approval(2));
    expect(verificationOf(run)).toMatchObject({ queued: [1, 2], inFlight: { token: 0 } });
    run.send(refused(0));
    expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 1 }]);
    expect(verificationOf(run)).toMatchObject({ queued: [2], inFlight: { token: 1, tries: 1 } });
    run.send(refused(1), redeemed(2));
    expect(run.in('succeeded').outcome).toBe('confirmed');
  });

  it('tries three distinct tokens at most', () => {
    const run = waiting();
    for (const token of [0, 1, 2, 3, 4]) run.send(approval(token), refused(token));
    expect(
      run.effects.flatMap((effect) => (effect.type === 'redeem-token' ? [effect.token] : [])),
    ).toEqual([0, 1, 2]);
    expect(run.state.kind).toBe('approval-pending');
  });
});

describe('three forged tokens', () => {
  const forged = (run: LoginScenario, from: number) => {
    for (const token of [from, from + 1, from + 2]) run.send(approval(token), refused(token));
    return run;
  };
  const redeems = (run: LoginScenario) =>
    run.effects.flatMap((effect) => (effect.type === 'redeem-token' ? [effect.token] : []));

  it.each(['push', 'email'] as const)(
    'listens to three more tokens when the person chooses %s',
    (method) => {
      const run = forged(new LoginScenario().start().choose('push'), 0);
      run.send(approval(3));
      // One that is not tried may have been the person's: they are told how to go on.
      expect(run.view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
      forged(run.choose(method), 10);
      expect(redeems(run)).toEqual([0, 1, 2, 10, 11, 12]);
      run.send(approval(13), approval(0));
      expect(redeems(run)).toHaveLength(6);
      run.send({ type: 'go-back' }).choose('totp').send(approval(14), redeemed(14));
      expect(run.in('succeeded').outcome).toBe('confirmed');
    },
  );

  it('keeps saying that a fourth token may have been missed when three are refused', () => {
    const run = new LoginScenario().start().choose('push');
    run.send(approval(0), approval(1), approval(2), approval(3));
    for (const token of [0, 1, 2]) run.send(refused(token));
    expect(run.view()).toMatchObject({ isVerifying: false, notice: { kind: 'possibly-missed' } });
  });

  it('sends and counts no refused token again', () => {
    const run = forged(new LoginScenario().start().choose('push'), 0).choose('push');
    run.send(approval(0), approval(1), approval(2));
    expect(run.did()).toEqual(['ignored-event']);
    forged(run, 3);
    expect(redeems(run)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('tries a token that was not tried when it comes again after a choice', () => {
    const run = forged(new LoginScenario().start().choose('push'), 0)
      .send(approval(3))
      .choose('push');
    run.send(approval(3), redeemed(3));
    expect(run.in('succeeded').outcome).toBe('confirmed');
  });

  it('leaves a choice its own three tokens after three before the first choice', () => {
    const run = forged(new LoginScenario().start(), 0)
      .choose('push')
      .send(approval(3), redeemed(3));
    expect(run.in('succeeded').outcome).toBe('confirmed');
  });

  it('tries tokens only up to a limit, over any number of choices', () => {
    const run = new LoginScenario().start(['qrcode', 'totp']);
    for (let round = 0; round < 100; round += 1) {
      if (round > 0) run.send({ type: 'go-back' });
      run.choose(round % 2 === 0 ? 'qrcode' : 'totp');
      forged(run, round * 3);
    }
    expect(redeems(run)).toHaveLength(150);
    expect(run.send(approval(1000)).view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
  });
});

describe('an approval that cannot be checked', () => {
  const missed = { type: 'approval-missed', attempt: 1 } as const;

  it.each(OPEN)(
    'keeps the login when an approval cannot be checked, and tells it if the screen has a place: $kind',
    (state) => {
      const run = new LoginScenario({}, state).send(missed);
      expect(run.state.kind).toBe(state.kind);
      expect(run.did()).toEqual([]);
      if (state.kind !== 'failed' && state.kind !== 'challenge-starting') {
        expect(run.view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
      }
      run.send(approval(0), redeemed(0));
      expect(run.in('succeeded').outcome).toBe('confirmed');
    },
  );

  it('tells on the next screen of an approval missed while its method was asked for', () => {
    const run = new LoginScenario().start().send({ type: 'choose-method', method: 'push' }, missed);
    run.send({
      type: 'method-selected',
      attempt: 1,
      challenge: 1,
      selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
    });
    expect(run.view()).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
  });

  it('waives the pause for the same method after a missed approval, and not the count', () => {
    const run = new LoginScenario().start().choose('push').send(missed);
    expect(run.view()).toMatchObject({ againInMs: 0 });
    expect(run.choose('push').in('approval-pending').challenge.number).toBe(2);
    run.send(missed).choose('push').send(missed).choose('push');
    expect(run.view()).toMatchObject({ againInMs: null, notice: { kind: 'sent-too-often' } });
  });

  it('tells a missed approval once, however often it comes', () => {
    const run = waiting().send(missed);
    const { state } = run;
    run.send(missed, missed);
    expect(run.state).toBe(state);
    expect(run.did()).toEqual(['ignored-event']);
  });

  it.each(OPEN)('ignores each further missed approval, on every screen: $kind', (state) => {
    const run = new LoginScenario({}, state).send(missed);
    const { state: told } = run;
    run.send(missed);
    expect(run.state).toBe(told);
    expect(run.did()).toEqual(['ignored-event']);
  });

  it('ignores a missed approval at a hosted page, which needs no announcement', () => {
    expect(ignoresMissedApprovals(hostedPage(true))).toBe(true);
  });

  it('ignores a missed approval of another attempt', () => {
    const run = waiting();
    const { state } = run;
    expect(run.send({ ...missed, attempt: 2 }).state).toBe(state);
  });
});

describe('a refused token', () => {
  it.each([
    TOKEN_EXPIRED,
    exception('AccessTokenExpiredException'),
    exception('UnknownAccessTokenException', 404),
  ])('goes on waiting after a refused token, and offers to choose again: $exception', (failure) => {
    const run = waiting().send(approval(0), refused(0, failure));
    expect(verificationOf(run).inFlight).toBeNull();
    expect(run.view()).toMatchObject({
      screen: 'approval',
      notice: { kind: 'approval-refused' },
      againInMs: 0,
    });
    run.send(approval(1), redeemed(1));
    expect(run.state.kind).toBe('succeeded');
  });

  it('leaves no trace of a refused token in an end that it came too late for', () => {
    const end = failedState({ code: 'timed-out', transaction: transaction() });
    const run = new LoginScenario({}, end).send(approval(0), refused(0));
    const seen = verification({ seen: [0], tokensInChallenge: 1 });
    expect(run.state).toEqual({
      ...end,
      transaction: transaction({ isApprovalReceived: true, verification: seen }),
    });
    expect(run.outcomes()).toEqual([]);
  });

  it('stops the login if the refusal of a token says that the set-up is wrong', () => {
    const run = waiting().send(approval(0), refused(0, exception('InvalidSignatureException', 9)));
    expect(run.in('failed').code).toBe('secret-wrong');
  });

  it('keeps the end that a token came too late for, when credentials takes no more attempts', () => {
    const end = failedState({ code: 'timed-out', transaction: transaction() });
    const run = new LoginScenario({}, end).send(approval(0), refused(0, tooMany(4_000)));
    expect(run.in('failed')).toMatchObject({ code: 'timed-out', notBeforeMs: end.notBeforeMs });
    expect([run.did(), run.outcomes()]).toEqual([[], []]);
  });

  it('shows a wrong set-up instead of the end that its token came too late for', () => {
    const end = failedState({ code: 'timed-out', transaction: transaction() });
    const wrong = exception('InvalidSignatureException', 9);
    const run = new LoginScenario({}, end).send(approval(0), refused(0, wrong));
    expect(run.in('failed')).toMatchObject({ code: 'secret-wrong', transaction: null });
  });

  it('tells nothing on the next screen of a token that was refused while its method was asked for', () => {
    const run = new LoginScenario({}, requesting('push')).send(approval(0), refused(0));
    expect(run.in('challenge-starting').mayHaveMissedApproval).toBe(false);
  });

  it('tries no further token after a refusal which says that the set-up is wrong', () => {
    const wrong = exception('InvalidSignatureException', 9);
    const run = waiting().send(approval(0), approval(1), refused(0, wrong));
    expect(run.in('failed').code).toBe('secret-wrong');
    expect(run.did()).not.toContain('redeem-token');
  });

  it('tries the next token after the network wanted a sign-in for the first', () => {
    const portal: ServiceFailure = { kind: 'portal', status: 511 };
    const run = waiting().send(approval(0), approval(1), refused(0, portal));
    expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 1 }]);
    expect(run.state.kind).toBe('approval-pending');
  });

  it('ends after too many attempts at credentials, and offers another method at once', () => {
    const run = waiting().send(approval(0), refused(0, tooMany(4_000)));
    expect(run.in('failed')).toMatchObject({
      code: 'too-many-attempts',
      notBeforeMs: NOW_MS + 4_000,
    });
    run.send({ type: 'retry' });
    expect(run.state.kind).toBe('method-selection');
  });
});

describe('a token without an answer', () => {
  it.each([
    [NETWORK, LOGIN_LIMITS.redeemAgainMs],
    [TIMEOUT, 0],
  ])(
    'sends a token without an answer once more and no more: %o, after %i ms',
    (failure, pauseMs) => {
      const run = waiting().send(approval(0), refused(0, failure));
      if (pauseMs > 0) expect(run.wait(pauseMs - 1).lastEffects).toEqual([]);
      if (pauseMs > 0) run.wait(1);
      expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
      expect(verificationOf(run).inFlight).toMatchObject({ token: 0, tries: 2 });
      run.send(refused(0, failure));
      expect(run.lastEffects).toEqual([]);
      expect(run.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
    },
  );

  it('takes an answer that is read late, after its token was given up, as a computer may have slept', () => {
    const run = waiting().send(approval(0), refused(0, TIMEOUT), refused(0, TIMEOUT), redeemed(0));
    expect(run.in('succeeded').outcome).toBe('confirmed');
  });

  it.each<LoginEvent>([
    { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true },
    approval(1),
  ])('sends a token again before its pause is over, by %o', (event) => {
    const run = waiting().send(approval(0), refused(0, NETWORK), event);
    expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
  });

  it('sends a token again before the login is over, and not for a loss of the channel', () => {
    const run = new LoginScenario({ endsAtMs: NOW_MS + 4000 }, pending('push')).send(approval(0));
    run.send(
      { type: 'event-channel-lost', attempt: 1, evidence: toEvidence`closed` },
      refused(0, NETWORK),
    );
    expect(run.wait(LOGIN_LIMITS.quietLossMs).lastEffects).toEqual([]);
    expect(run.wait(2000).lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
    expect(run.send(redeemed(0)).state.kind).toBe('succeeded');
  });

  it.each<ServiceFailure>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'redirected', status: 302, hasTarget: true },
    { kind: 'malformed', evidence: toEvidence`not JSON` },
    { kind: 'too-large', limitBytes: 1 },
    { kind: 'response-signature', found: 'wrong' },
  ])('does not send a token again after any answer: %o', (failure) => {
    const run = waiting().send(approval(0), refused(0, failure));
    expect(run.effects.filter((effect) => effect.type === 'redeem-token')).toHaveLength(1);
    expect(run.state.kind).toBe('failed');
  });

  it('acts by itself on a deadline for each try of a token', () => {
    const run = waiting().send(approval(0)).wait(ANSWER_MS);
    expect(run.did()).toEqual(['redeem-token']);
    run.wait(ANSWER_MS);
    expect(run.did()).toEqual([]);
    expect(verificationOf(run)).toMatchObject({ inFlight: null });
  });

  it.each<readonly [ServiceFailure, ServiceFailure, string]>([
    [TOKEN_EXPIRED, NETWORK, 'approval-refused'],
    [NETWORK, TOKEN_EXPIRED, 'approval-refused'],
    [NETWORK, NETWORK, 'possibly-missed'],
  ])(
    'decides by the last of two open tries of a token, and lets a refusal count more: %o, %o',
    (one, other, kind) => {
      const run = waiting().send(approval(0)).wait(ANSWER_MS).send(refused(0, one));
      expect(run.did()).toEqual([]);
      expect(run.view()).toMatchObject({ isVerifying: true, notice: null });
      expect(run.send(refused(0, other)).did()).toEqual([]);
      expect(run.view()).toMatchObject({ isVerifying: false, notice: { kind } });
    },
  );

  it.each([NETWORK, TIMEOUT])(
    "sends no token again from the caller's limit on: $kind",
    (failure) => {
      const run = new LoginScenario({ endsAtMs: NOW_MS + 1_000 }, pending('push'));
      run.send(approval(0));
      run.nowMs += 1_000;
      run.send(refused(0, failure));
      expect(run.effects.filter((effect) => effect.type === 'redeem-token')).toHaveLength(1);
      expect(transactionOf(run.state)?.verification.inFlight ?? null).toBeNull();
    },
  );

  it('tries the next token in the queue after one without an answer', () => {
    const run = waiting().send(approval(0), approval(1), refused(0, NETWORK), refused(0, NETWORK));
    expect(run.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 1 }]);
  });
});

describe('the username of a login (SEC-20)', () => {
  const checking = (username: string) =>
    pending('push', { transaction: transaction({ username, verification: verifying() }) });

  it.each([
    ['alice', 'alice'],
    ['alice', 'ALICE'],
    ['Ålice', 'A\u030alice'],
    ['A\u030aLICE', 'ålice'],
    ['ΑΛΊΚΗ', 'αλίκη'],
  ])(
    'accepts %s spelled %s by the service, and hands that spelling on (SEC-20)',
    (asked, answered) => {
      const run = new LoginScenario({}, checking(asked)).send(redeemed(0, answered));
      expect(run.in('succeeded').username).toBe(answered);
      expect(run.outcomes()).toMatchObject([{ outcome: 'confirmed', username: answered }]);
    },
  );

  /** A login that was answered with another name, with the listed domains that a name may lack. */
  const answeredWithDomains = (asked: string, answered: string): LoginScenario =>
    new LoginScenario({ usernameDomains: ['corp', 'corp.example'] }, checking(asked)).send(
      redeemed(0, answered),
    );

  it.each([
    ['CORP\\alice', 'alice'],
    ['alice', 'alice@corp.example'],
    ['CORP\\alice', 'Alice@CORP.example'],
  ])('accepts %s answered as %s only with the domains listed (SEC-40)', (asked, answered) => {
    const without = new LoginScenario({}, checking(asked)).send(redeemed(0, answered));
    expect(without.in('failed').code).toBe('other-username');
    const run = answeredWithDomains(asked, answered);
    expect(run.outcomes()).toMatchObject([{ outcome: 'confirmed', username: answered }]);
  });

  it.each([
    ['alice', 'OTHER\\alice'],
    ['CORP\\alice', 'alice@other.example'],
  ])('refuses %s answered as %s with other domains listed (SEC-40)', (asked, answered) => {
    const without = new LoginScenario({}, checking(asked)).send(redeemed(0, answered));
    expect(without.in('failed').code).toBe('other-username');
    expect(answeredWithDomains(asked, answered).in('failed').code).toBe('other-username');
  });

  it.each([
    ['alice', 'bob'],
    ['alice', 'alice '],
    ['alice', ' alice'],
    ['alice', 'alice@example.com'],
    ['alice', 'alicе'], // Cyrillic
    ['alice', 'ａlice'], // full width
    ['alice', 'al\u200dice'],
    ['weiß', 'weiss'],
    ['alice', ''],
  ])('refuses a login of %j that is answered as %j (SEC-20)', (asked, answered) => {
    const run = new LoginScenario({}, checking(asked)).send(redeemed(0, answered));
    expect(run.in('failed')).toMatchObject({
      code: 'other-username',
      transaction: null,
      username: asked,
      evidence: toEvidence`credentials: other username`,
    });
    expect(run.outcomes()).toMatchObject([{ outcome: 'protocol', reason: 'other-username' }]);
    expect(run.did()).toContain('close-event-channel');
  });
});

describe('a denial', () => {
  it.each([pending('push'), requesting('push')])(
    'ends a push that is waited for on a denial: $kind',
    (state) => {
      const run = new LoginScenario({}, state).send(denial);
      expect(run.in('failed')).toMatchObject({
        code: 'denied-by-person',
        transaction: null,
        evidence: toEvidence`event: denied`,
      });
      expect(run.outcomes()).toMatchObject([{ outcome: 'denied', reason: 'denied-by-person' }]);
    },
  );

  it.each([
    selecting(),
    listening('push'),
    requesting('totp'),
    enteringCode(),
    submittingCode(),
    ...(['qrcode', 'email', 'smsLink', 'phoneCall'] as const).map((method) => pending(method)),
    failedState({ code: 'timed-out', method: 'push', transaction: transaction() }),
  ])('ignores a denial if no push is waited for: $kind', (state) => {
    const run = new LoginScenario({}, state).send(denial);
    expect(run.state).toBe(state);
    expect(run.did()).toEqual(['ignored-event']);
  });

  it('goes on with a passcode on the denial of an abandoned push', () => {
    const run = new LoginScenario()
      .start()
      .choose('push')
      .send({ type: 'go-back' })
      .choose('totp')
      .send(denial);
    expect(run.state.kind).toBe('code-entry');
  });

  it('waits with a denial for the approval that is being checked, which wins', () => {
    const run = waiting().send(approval(0), denial);
    expect(run.view()).toMatchObject({ screen: 'approval', isVerifying: true });
    run.send(redeemed(0));
    expect(run.state.kind).toBe('succeeded');
  });

  it.each([TOKEN_EXPIRED, NETWORK])(
    'ends with a denial once the approval was no good: %o',
    (failure) => {
      const run = waiting().send(approval(0), denial, refused(0, failure));
      if (run.state.kind !== 'failed')
        run.wait(LOGIN_LIMITS.redeemAgainMs).send(refused(0, failure));
      expect(run.in('failed').code).toBe('denied-by-person');
    },
  );

  it('forgets a denial that waits for a check with the push that it was for', () => {
    const run = new LoginScenario()
      .start()
      .choose('push')
      .send(approval(0), denial, { type: 'go-back' });
    run.choose('totp').send(refused(0));
    expect(run.state.kind).toBe('code-entry');
  });
});

describe('where a notice goes', () => {
  const open = (changes: Partial<Transaction>) =>
    transaction({ verification: verifying(), ...changes });
  it.each([
    { kind: 'method-selection', transaction: open({}), notice: null } as const,
    enteringCode('totp', { transaction: open({}) }),
    submittingCode('totp', { transaction: open({}) }),
    pending('push', { transaction: open({}) }),
  ])('shows in $kind that an approval was refused', (state) => {
    const run = new LoginScenario({}, state).send(refused(0));
    expect(run.state.kind).toBe(state.kind);
    expect(run.view()).toMatchObject({ notice: { kind: 'approval-refused' } });
  });

  it('begins a new challenge without a notice', () => {
    const state = pending('push', {
      challenge: challenge('push', { notice: { kind: 'approval-refused' } }),
    });
    const run = new LoginScenario({}, state).choose('push');
    expect(run.in('approval-pending').challenge.notice).toBeNull();
  });
});

describe('a confirmed event channel', () => {
  const confirmed = (mayHaveMissedEvents: boolean) =>
    ({ type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents }) as const;

  it('asks for the method that waited for it, and announces nothing if no method was started before', () => {
    const run = new LoginScenario({}, listening('push')).send(confirmed(true));
    expect(run.did()).toEqual(['select-method']);
    expect(run.in('challenge-starting')).toMatchObject({
      step: 'requesting',
      mayHaveMissedApproval: false,
    });
  });

  it.each([true, false])(
    'asks for no method twice, and tells on its screen whether an approval may be lost: %s',
    (mayHaveMissedEvents) => {
      const run = new LoginScenario({}, requesting('push')).send(confirmed(mayHaveMissedEvents));
      expect(run.did()).toEqual([]);
      expect(run.in('challenge-starting').mayHaveMissedApproval).toBe(mayHaveMissedEvents);
    },
  );

  it.each([pending('push'), submittingCode()])(
    'announces that an approval may be lost while one is waited for: $kind',
    (state) => {
      const run = new LoginScenario({}, state).send(confirmed(true));
      expect(run.view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
    },
  );

  it.each([selecting(), enteringCode()])(
    'announces no lost approval where none is waited for: $kind',
    (state) => {
      const run = new LoginScenario({}, state).send(confirmed(true));
      expect(run.state.kind).toBe(state.kind);
      expect(run.view()).toMatchObject({ notice: null });
    },
  );

  it('announces no lost approval for a channel that was opened before the method, however late', () => {
    const run = new LoginScenario({ connect: 'after-init' }, pending('push'));
    run.nowMs += 60_000;
    expect(run.send(confirmed(false)).in('approval-pending').challenge.notice).toBeNull();
  });
});

describe('a deadline that passes while a token is under check', () => {
  const CHECK_ENDS_MS = NOW_MS + 200_000;
  const checking = (changes: Partial<Transaction> = {}) => {
    const { inFlight } = verifying();
    if (inFlight === null) throw new Error('no token is under check');
    return transaction({
      verification: verifying({ inFlight: { ...inFlight, deadlineAtMs: CHECK_ENDS_MS } }),
      ...changes,
    });
  };

  it.each([
    requesting('push', { transaction: checking() }),
    enteringCode('sms', { transaction: checking() }),
    submittingCode('sms', { transaction: checking() }),
    pending('push', { transaction: checking() }),
  ])('waits for the result of the check: $kind', (state) => {
    const run = new LoginScenario({}, state).wait(APPROVAL_MS);
    expect(run.state).toEqual({ ...state, deadlineAtMs: CHECK_ENDS_MS });
    expect(nextDeadlineOf(run.state, run.policy)).toBe(CHECK_ENDS_MS);
  });

  it('postpones the notices of an accepted code and of a silent phone, where they were to come', () => {
    const due = { eventDueAtMs: NOW_MS + 10_000, silentAtMs: NOW_MS + 10_000 };
    const run = new LoginScenario({}, pending('sms', { transaction: checking(), ...due }));
    expect(run.wait(10_000).in('approval-pending')).toMatchObject({
      eventDueAtMs: CHECK_ENDS_MS,
      silentAtMs: CHECK_ENDS_MS,
      isSilent: false,
    });
  });

  it('waits for the result at the limit of the whole login', () => {
    const limited = checking({ loginDeadlineAtMs: NOW_MS + 1_000 });
    const run = new LoginScenario({}, selecting(limited)).wait(1_000);
    expect(run.in('method-selection').transaction.loginDeadlineAtMs).toBe(CHECK_ENDS_MS);
  });

  it("takes the name of the person that is read late, long after the caller's limit", () => {
    const givenUp = transaction({ verification: verification({ seen: [0] }) });
    const run = new LoginScenario(
      { endsAtMs: NOW_MS + 1_000 },
      pending('push', { transaction: givenUp }),
    );
    run.nowMs += 1_000 + ANSWER_MS;
    expect(run.send(redeemed(0)).in('succeeded').outcome).toBe('confirmed');
  });
});
