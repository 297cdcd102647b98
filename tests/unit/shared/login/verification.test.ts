import { describe, expect, it } from 'vitest';
import type { LoginState, Session } from '../../../../shared/login/login-state.ts';
import type { ServiceFailure } from '../../../../shared/faults/service-failure.ts';
import {
  ALICE,
  ANSWER_MS,
  challenge,
  enteringCode,
  exception,
  failedState,
  listening,
  NETWORK,
  NOW_MS,
  pending,
  requesting,
  selecting,
  session,
  submittingCode,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  verification,
  verifying,
} from '../../../support/login-fixtures.ts';
import { LoginWalk } from '../../../support/login-walk.ts';

const approval = (token: number) => ({ type: 'approval-received', attempt: 1, token }) as const;
const denial = { type: 'denial-received', attempt: 1 } as const;
const redeemed = (token: number, username = 'alice') =>
  ({ type: 'token-redeemed', attempt: 1, token, identity: { ...ALICE, username } }) as const;
const refused = (token: number, failure: ServiceFailure = TOKEN_EXPIRED) =>
  ({ type: 'token-failed', attempt: 1, token, failure }) as const;
const waiting = () => new LoginWalk({}, pending('push'));
const verificationOf = (walk: LoginWalk) => walk.in('approval-pending').session.verification;

/** Every state with an open transaction: an approval counts in each. */
const OPEN: readonly LoginState[] = [
  selecting(),
  listening('push'),
  requesting('push'),
  enteringCode(),
  submittingCode(),
  pending('push'),
  failedState({ code: 'timed-out', session: session() }),
];

describe('an approval', () => {
  it.each(OPEN)('is a hint: it is checked, whatever is on the screen: $kind', (state) => {
    const walk = new LoginWalk({}, state).send(approval(0));
    expect(walk.state.kind).toBe(state.kind);
    expect(walk.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
    walk.send(redeemed(0));
    expect(walk.in('succeeded')).toMatchObject({ outcome: 'confirmed', username: 'alice', identity: ALICE });
    expect(walk.did()).toEqual(['abort-requests', 'close-listener', 'report-outcome']);
  });

  it('without a check lets nobody in', () => {
    const walk = waiting().send(redeemed(0), approval(0), redeemed(1));
    expect(walk.state.kind).toBe('approval-pending');
  });

  it('counts once however often it comes', () => {
    const walk = waiting().send(approval(0), approval(0), approval(0));
    expect(walk.effects.filter((effect) => effect.type === 'redeem-token')).toHaveLength(1);
    walk.send(refused(0), approval(0));
    expect(walk.did()).toEqual(['ignored-event']);
  });

  it('queues behind the one that is being checked', () => {
    const walk = waiting().send(approval(0), approval(1), approval(2));
    expect(verificationOf(walk)).toMatchObject({ queued: [1, 2], inFlight: { token: 0 } });
    walk.send(refused(0));
    expect(walk.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 1 }]);
    expect(verificationOf(walk)).toMatchObject({ queued: [2], inFlight: { token: 1, tries: 1 } });
    walk.send(refused(1), redeemed(2));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('is tried for three distinct tokens at most', () => {
    const walk = waiting();
    for (const token of [0, 1, 2, 3, 4]) walk.send(approval(token), refused(token));
    expect(walk.effects.flatMap((effect) => (effect.type === 'redeem-token' ? [effect.token] : []))).toEqual([
      0, 1, 2,
    ]);
    expect(walk.state.kind).toBe('approval-pending');
  });
});

describe('three forged tokens', () => {
  const forged = (walk: LoginWalk, from: number) => {
    for (const token of [from, from + 1, from + 2]) walk.send(approval(token), refused(token));
    return walk;
  };
  const redeems = (walk: LoginWalk) =>
    walk.effects.flatMap((effect) => (effect.type === 'redeem-token' ? [effect.token] : []));

  it.each(['push', 'email'] as const)('choosing %s listens again, to three more', (method) => {
    const walk = forged(new LoginWalk().start().choose('push'), 0);
    walk.send(approval(3));
    // One that is not tried may have been the person's: they are told how to go on.
    expect(walk.view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
    forged(walk.choose(method), 10);
    expect(redeems(walk)).toEqual([0, 1, 2, 10, 11, 12]);
    walk.send(approval(13), approval(0));
    expect(redeems(walk)).toHaveLength(6);
    walk.send({ type: 'go-back' }).choose('totp').send(approval(14), redeemed(14));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('the refusals of the three do not take back that a fourth may have been missed', () => {
    const walk = new LoginWalk().start().choose('push');
    walk.send(approval(0), approval(1), approval(2), approval(3));
    for (const token of [0, 1, 2]) walk.send(refused(token));
    expect(walk.view()).toMatchObject({ isVerifying: false, notice: { kind: 'possibly-missed' } });
  });

  it('one that was tried is never sent again, and uses up nothing', () => {
    const walk = forged(new LoginWalk().start().choose('push'), 0).choose('push');
    walk.send(approval(0), approval(1), approval(2));
    expect(walk.did()).toEqual(['ignored-event']);
    forged(walk, 3);
    expect(redeems(walk)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('one that was not tried counts when it comes again after a choice', () => {
    const walk = forged(new LoginWalk().start().choose('push'), 0).send(approval(3)).choose('push');
    walk.send(approval(3), redeemed(3));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('before the first choice leave the choice its own three', () => {
    const walk = forged(new LoginWalk().start(), 0).choose('push').send(approval(3), redeemed(3));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('however many choices there are, what is kept has an end', () => {
    const walk = new LoginWalk().start(['qrcode', 'totp']);
    for (let round = 0; round < 100; round += 1) {
      if (round > 0) walk.send({ type: 'go-back' });
      walk.choose(round % 2 === 0 ? 'qrcode' : 'totp');
      forged(walk, round * 3);
    }
    expect(redeems(walk)).toHaveLength(150);
    expect(walk.send(approval(1000)).view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
  });
});

describe('an approval that cannot be checked', () => {
  const missed = { type: 'approval-missed', attempt: 1 } as const;

  it.each(OPEN)('ends nothing, and is told wherever there is a place: $kind', (state) => {
    const walk = new LoginWalk({}, state).send(missed);
    expect(walk.state.kind).toBe(state.kind);
    expect(walk.did()).toEqual([]);
    if (state.kind !== 'failed' && state.kind !== 'challenge-starting') {
      expect(walk.view()).toMatchObject({ notice: { kind: 'possibly-missed' } });
    }
    walk.send(approval(0), redeemed(0));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('while a method is being asked for is told on its screen', () => {
    const walk = new LoginWalk().start().send({ type: 'choose-method', method: 'push' }, missed);
    walk.send({
      type: 'method-selected',
      attempt: 1,
      challenge: 1,
      selected: { method: 'push', qrText: null, codeLength: null, phoneNumber: null },
    });
    expect(walk.view()).toMatchObject({ screen: 'approval', notice: { kind: 'possibly-missed' } });
  });

  it('waives the pause for the same way, as any that may have been missed, and not the count', () => {
    const walk = new LoginWalk().start().choose('push').send(missed);
    expect(walk.view()).toMatchObject({ againInMs: 0 });
    expect(walk.choose('push').in('approval-pending').challenge.number).toBe(2);
    walk.send(missed).choose('push').send(missed).choose('push');
    expect(walk.view()).toMatchObject({ againInMs: null, notice: { kind: 'sent-too-often' } });
  });

  it('is told once, however often it comes', () => {
    const walk = waiting().send(missed);
    const { state } = walk;
    walk.send(missed, missed);
    expect(walk.state).toBe(state);
    expect(walk.did()).toEqual(['ignored-event']);
  });

  it('of another attempt means nothing', () => {
    const walk = waiting();
    const { state } = walk;
    expect(walk.send({ ...missed, attempt: 2 }).state).toBe(state);
  });
});

describe('a refused token', () => {
  it.each([
    TOKEN_EXPIRED,
    exception('AccessTokenExpiredException'),
    exception('UnknownAccessTokenException', 404),
  ])('does not end the wait, and choosing again is offered: $exception', (failure) => {
    const walk = waiting().send(approval(0), refused(0, failure));
    expect(verificationOf(walk).inFlight).toBeNull();
    expect(walk.view()).toMatchObject({
      screen: 'approval',
      notice: { kind: 'approval-refused' },
      againInMs: 0,
    });
    walk.send(approval(1), redeemed(1));
    expect(walk.state.kind).toBe('succeeded');
  });

  it('leaves no trace in an end that it came too late for', () => {
    const end = failedState({ code: 'timed-out', session: session() });
    const walk = new LoginWalk({}, end).send(approval(0), refused(0));
    const seen = verification({ seen: [0], inChallenge: 1 });
    expect(walk.state).toEqual({ ...end, session: session({ isApprovalHeard: true, verification: seen }) });
    expect(walk.outcomes()).toEqual([]);
  });

  it('stops the login where the refusal says that the set-up is wrong', () => {
    const walk = waiting().send(approval(0), refused(0, exception('InvalidSignatureException', 9)));
    expect(walk.in('failed').code).toBe('secret-wrong');
  });

  it('too many at credentials: an end from which another method can be chosen at once', () => {
    const walk = waiting().send(approval(0), refused(0, tooMany(4_000)));
    expect(walk.in('failed')).toMatchObject({ code: 'too-many-attempts', notBeforeMs: NOW_MS + 4_000 });
    walk.send({ type: 'retry' });
    expect(walk.state.kind).toBe('method-selection');
  });
});

describe('a token without an answer', () => {
  it.each([NETWORK, TIMEOUT])('is sent once more and no more: %o', (failure) => {
    const walk = waiting().send(approval(0), refused(0, failure));
    expect(walk.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
    expect(verificationOf(walk).inFlight).toMatchObject({ token: 0, tries: 2 });
    walk.send(refused(0, failure));
    expect(walk.lastEffects).toEqual([]);
    expect(walk.in('approval-pending').challenge.notice).toEqual({ kind: 'possibly-missed' });
  });

  it('counts when its answer is read late, after it was given up: a computer may have slept', () => {
    const walk = waiting().send(approval(0), refused(0, TIMEOUT), refused(0, TIMEOUT), redeemed(0));
    expect(walk.in('succeeded').outcome).toBe('confirmed');
  });

  it('counts the second time too', () => {
    const walk = waiting().send(approval(0), refused(0, NETWORK), redeemed(0));
    expect(walk.state.kind).toBe('succeeded');
  });

  it.each<ServiceFailure>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'redirected', status: 302, hasTarget: true },
    { kind: 'malformed', evidence: 'not JSON' },
    { kind: 'too-large', limitBytes: 1 },
    { kind: 'response-signature', found: 'wrong' },
  ])('is not sent again after any answer: %o', (failure) => {
    const walk = waiting().send(approval(0), refused(0, failure));
    expect(walk.effects.filter((effect) => effect.type === 'redeem-token')).toHaveLength(1);
    expect(walk.state.kind).toBe('failed');
  });

  it('has a deadline for each try, on which the machine acts by itself', () => {
    const walk = waiting().send(approval(0)).wait(ANSWER_MS);
    expect(walk.did()).toEqual(['redeem-token']);
    walk.wait(ANSWER_MS);
    expect(walk.did()).toEqual([]);
    expect(verificationOf(walk)).toMatchObject({ inFlight: null });
  });

  it('lets the next in the queue have its turn', () => {
    const walk = waiting().send(approval(0), approval(1), refused(0, NETWORK), refused(0, NETWORK));
    expect(walk.lastEffects).toEqual([{ type: 'redeem-token', attempt: 1, token: 1 }]);
  });
});

describe('whose login it is (SEC-20)', () => {
  it.each([
    ['alice', 'alice'],
    ['alice', 'ALICE'],
    ['Ålice', 'A\u030alice'],
    ['A\u030aLICE', 'ålice'],
    ['ΑΛΊΚΗ', 'αλίκη'],
  ])('%s may be spelled %s by the service, whose spelling is handed on', (asked, answered) => {
    const state = pending('push', { session: session({ username: asked, verification: verifying() }) });
    const walk = new LoginWalk({}, state).send(redeemed(0, answered));
    expect(walk.in('succeeded').username).toBe(answered);
    expect(walk.outcomes()).toMatchObject([{ outcome: 'confirmed', username: answered }]);
  });

  it.each([
    ['CORP\\alice', 'alice', true],
    ['alice', 'alice@corp.example', true],
    ['CORP\\alice', 'Alice@CORP.example', true],
    ['alice', 'OTHER\\alice', false],
    ['CORP\\alice', 'alice@other.example', false],
  ])('SEC-40: %s, answered as %s, with domains that a name may lack: %s', (asked, answered, isSame) => {
    const state = pending('push', { session: session({ username: asked, verification: verifying() }) });
    const without = new LoginWalk({}, state).send(redeemed(0, answered));
    expect(without.in('failed').code).toBe('other-username');
    const walk = new LoginWalk({ usernameDomains: ['corp', 'corp.example'] }, state);
    walk.send(redeemed(0, answered));
    if (isSame) expect(walk.outcomes()).toMatchObject([{ outcome: 'confirmed', username: answered }]);
    else expect(walk.in('failed').code).toBe('other-username');
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
  ])('%j is not %j', (asked, answered) => {
    const state = pending('push', { session: session({ username: asked, verification: verifying() }) });
    const walk = new LoginWalk({}, state).send(redeemed(0, answered));
    expect(walk.in('failed')).toMatchObject({ code: 'other-username', session: null, username: asked });
    expect(walk.outcomes()).toMatchObject([{ outcome: 'protocol', reason: 'other-username' }]);
    expect(walk.did()).toContain('close-listener');
  });
});

describe('a denial', () => {
  it.each([pending('push'), requesting('push')])('ends a push that is waited for: $kind', (state) => {
    const walk = new LoginWalk({}, state).send(denial);
    expect(walk.in('failed')).toMatchObject({ code: 'denied-by-person', session: null });
    expect(walk.outcomes()).toMatchObject([{ outcome: 'denied', reason: 'denied-by-person' }]);
  });

  it.each([
    selecting(),
    listening('push'),
    requesting('totp'),
    enteringCode(),
    submittingCode(),
    ...(['qrcode', 'email', 'smsLink', 'phoneCall'] as const).map((method) => pending(method)),
    failedState({ code: 'timed-out', method: 'push', session: session() }),
  ])('means nothing where no push is waited for: $kind', (state) => {
    const walk = new LoginWalk({}, state).send(denial);
    expect(walk.state).toBe(state);
    expect(walk.did()).toEqual(['ignored-event']);
  });

  it('of an abandoned push does not end the passcode under way', () => {
    const walk = new LoginWalk().start().choose('push').send({ type: 'go-back' }).choose('totp').send(denial);
    expect(walk.state.kind).toBe('code-entry');
  });

  it('waits for the approval that is being checked, which wins', () => {
    const walk = waiting().send(approval(0), denial);
    expect(walk.view()).toMatchObject({ screen: 'approval', isVerifying: true });
    walk.send(redeemed(0));
    expect(walk.state.kind).toBe('succeeded');
  });

  it.each([TOKEN_EXPIRED, NETWORK])('counts once the approval was no good: %o', (failure) => {
    const walk = waiting().send(approval(0), denial, refused(0, failure));
    if (walk.state.kind !== 'failed') walk.send(refused(0, failure));
    expect(walk.in('failed').code).toBe('denied-by-person');
  });

  it('that waits for a check is forgotten with the push that it was for', () => {
    const walk = new LoginWalk().start().choose('push').send(approval(0), denial, { type: 'go-back' });
    walk.choose('totp').send(refused(0));
    expect(walk.state.kind).toBe('code-entry');
  });
});

describe('where a notice goes', () => {
  const open = (changes: Partial<Session>) => session({ verification: verifying(), ...changes });
  it.each([
    { kind: 'method-selection', session: open({}), notice: null } as const,
    enteringCode('totp', { session: open({}) }),
    submittingCode('totp', { session: open({}) }),
    pending('push', { session: open({}) }),
  ])('$kind shows that an approval was refused', (state) => {
    const walk = new LoginWalk({}, state).send(refused(0));
    expect(walk.state.kind).toBe(state.kind);
    expect(walk.view()).toMatchObject({ notice: { kind: 'approval-refused' } });
  });

  it('a new challenge begins without one', () => {
    const state = pending('push', { challenge: challenge('push', { notice: { kind: 'approval-refused' } }) });
    const walk = new LoginWalk({}, state).choose('push');
    expect(walk.in('approval-pending').challenge.notice).toBeNull();
  });
});
