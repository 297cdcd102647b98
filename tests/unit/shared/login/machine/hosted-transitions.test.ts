import { describe, expect, it } from 'vitest';
import type { CallbackOf } from '../../../../../shared/service/callback.ts';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import { LOGIN_LIMITS } from '../../../../../shared/login/machine/login-limits.ts';
import { transition } from '../../../../../shared/login/machine/login-machine.ts';
import type { LoginState } from '../../../../../shared/login/machine/login-state.ts';
import type { StartedTransaction } from '../../../../../shared/service/answers.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { viewOf } from '../../../../../shared/login/view/view-of.ts';
import { NO_REQUESTER } from '../../../../../shared/service/requester.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';
import {
  ALICE,
  ANSWER_MS,
  APPROVAL_MS,
  BYPASSED,
  denialPage,
  exception,
  hostedPage,
  hosting,
  LOGIN_MS,
  NETWORK,
  NOW_MS,
  offering,
  PAGE,
  policyWith,
  starting,
  TIMEOUT,
  TOKEN_EXPIRED,
  TID,
  tooMany,
} from '../../../../support/login/login-fixtures.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

const policy = policyWith({ hostedPage: 'browser' });
const take = (state: LoginState, event: LoginEvent, nowMs = NOW_MS) =>
  transition(state, event, { nowMs, policy });
const started = (transaction: StartedTransaction): LoginEvent => ({
  type: 'transaction-started',
  attempt: 1,
  transaction,
});
const cameBack = (callback: CallbackOf<number>): LoginEvent => ({
  type: 'callback-received',
  attempt: 1,
  callback,
});
const refusedToken = (failure: ServiceFailure): LoginEvent => ({
  type: 'token-failed',
  attempt: 1,
  token: 0,
  failure,
});
const typesOf = (next: ReturnType<typeof take>) => next.effects.map(({ type }) => type);
const outcomesOf = (next: ReturnType<typeof take>) =>
  next.effects.flatMap((effect) => (effect.type === 'report-outcome' ? [effect.outcome] : []));

describe('init of a prompt-capable application', () => {
  it('opens the hosted page, with no method and no event channel', () => {
    const next = take(starting(), started(hosting()));
    expect(next.state).toMatchObject({
      kind: 'hosted-page',
      page: { address: PAGE, isUnopened: false },
      hasReturned: false,
      transaction: { requester: NO_REQUESTER, tid: TID, methods: [], eventChannel: 'closed' },
    });
    expect(next.effects).toEqual([{ type: 'open-hosted-page', attempt: 1, webUri: PAGE }]);
  });

  it('opens the hosted page for a denied or waiting person, and ends with a denial', () => {
    const next = take(starting(), started(hosting('denied-or-waiting')));
    expect(next.state).toMatchObject({
      kind: 'denial-page',
      page: { address: PAGE, isUnopened: false },
    });
    expect(typesOf(next)).toEqual(['open-hosted-page', 'report-outcome']);
    expect(outcomesOf(next)).toEqual([
      {
        kind: 'refused',
        outcome: 'denied',
        reason: 'denied-by-service',
        code: 'denied',
        username: 'alice',
        method: null,
        requester: NO_REQUESTER,
      },
    ]);
  });

  it.each<readonly [string, StartedTransaction]>([
    ['pending', offering(['push'])],
    ['denied', { status: 'denied', requester: NO_REQUESTER, tid: 't' }],
    ['waiting', { status: 'waiting', requester: NO_REQUESTER, tid: 't', webUri: null }],
    ['of another shape', { status: 'promptless-flow', requester: NO_REQUESTER, tid: '' }],
  ])('ends a prompt-capable login when a promptless application answers: %s', (_, transaction) => {
    expect(take(starting(), started(transaction)).state).toMatchObject({
      kind: 'failed',
      code: 'application-promptless',
      configKey: 'service.applicationType',
      evidence: 'init: status or methods',
      transaction: null,
    });
  });

  it('ends the login when a prompt-capable application answers and promptless is configured', () => {
    const next = transition(starting(), started(hosting()), {
      nowMs: NOW_MS,
      policy: policyWith(),
    });
    expect(next.state).toMatchObject({
      code: 'application-type-wrong',
      configKey: 'service.applicationType',
    });
  });

  it('names the callback address if the service misses one although it was sent', () => {
    const failure = exception('MissingFieldException', 3, { field: 'callbackUrl' });
    const next = take(starting(), { type: 'transaction-failed', attempt: 1, failure });
    expect(next.state).toMatchObject({
      code: 'field-missing',
      configKey: 'service.prompt.callbackUrl',
      evidence: 'init: MissingFieldException 3 callbackUrl',
    });
  });

  it('names no callback address for another exception', () => {
    const failure = exception('APIException', 10);
    const next = take(starting(), { type: 'transaction-failed', attempt: 1, failure });
    expect(next.state).toMatchObject({
      code: 'system-token-wrong',
      evidence: 'init: APIException 10',
    });
  });

  it('lets a bypass in for a prompt-capable application as for the other type', () => {
    const next = take(starting(), { type: 'transaction-failed', attempt: 1, failure: BYPASSED });
    expect(outcomesOf(next)).toMatchObject([{ outcome: 'bypassed' }]);
  });

  it.each(['allow-when-unreachable', 'deny'] as const)(
    'ignores the fail mode "%s" without a callback, as the service was not asked (SEC-23)',
    (failMode) => {
      const failure = { kind: 'callback', evidence: toEvidence`EADDRINUSE` } as const;
      const event: LoginEvent = { type: 'transaction-failed', attempt: 1, failure };
      const next = transition(starting(), event, {
        nowMs: NOW_MS,
        policy: { ...policy, failMode },
      });
      expect(next.state).toMatchObject({
        kind: 'failed',
        code: 'callback-unavailable',
        answeredBy: 'nobody',
      });
    },
  );
});

describe('the callback', () => {
  it('closes the page on its callback, redeems its token, and lets in only after that', () => {
    const next = take(hostedPage(), cameBack({ state: 'ok', token: 3 }));
    expect(next.effects).toEqual([
      { type: 'close-hosted-page', attempt: 1 },
      { type: 'redeem-token', attempt: 1, token: 3 },
    ]);
    expect(outcomesOf(next)).toEqual([]);
    const done = take(next.state, {
      type: 'token-redeemed',
      attempt: 1,
      token: 3,
      identity: ALICE,
    });
    expect(outcomesOf(done)).toEqual([
      {
        kind: 'allowed',
        outcome: 'confirmed',
        username: 'alice',
        identity: ALICE,
        method: null,
        requester: NO_REQUESTER,
      },
    ]);
    expect(typesOf(done)).toContain('close-hosted-page');
  });

  it('refuses a callback if credentials name another person (SEC-20)', () => {
    const next = take(hostedPage(true), {
      type: 'token-redeemed',
      attempt: 1,
      token: 0,
      identity: { ...ALICE, username: 'mallory' },
    });
    expect(outcomesOf(next)).toMatchObject([{ outcome: 'protocol', reason: 'other-username' }]);
  });

  it.each<readonly [CallbackOf<number>, string, object]>([
    [{ state: 'error' }, 'failed', { outcome: 'not-now', reason: 'hosted-page' }],
    [{ state: 'malformed' }, 'failed', { outcome: 'protocol', reason: 'malformed-answer' }],
    [{ state: 'cancel' }, 'username-entry', { outcome: 'cancelled', reason: 'cancelled' }],
    [{ state: 'logout' }, 'username-entry', { outcome: 'cancelled', reason: 'cancelled' }],
    [{ state: 'unknown' }, 'username-entry', { outcome: 'cancelled', reason: 'cancelled' }],
  ])('leads from the callback %j to %s', (callback, kind, outcome) => {
    const next = take(hostedPage(), cameBack(callback));
    expect(next.state.kind).toBe(kind);
    expect(outcomesOf(next)).toMatchObject([outcome]);
    expect(typesOf(next)).toContain('close-hosted-page');
    expect(typesOf(next)).not.toContain('redeem-token');
  });

  it('takes a callback once, and ignores a second one and one of an older attempt', () => {
    const back = take(hostedPage(), cameBack({ state: 'ok', token: 0 })).state;
    for (const event of [cameBack({ state: 'ok', token: 1 }), cameBack({ state: 'cancel' })]) {
      expect(take(back, event).state).toBe(back);
    }
    const page = hostedPage();
    const stale = { ...cameBack({ state: 'ok', token: 1 }), attempt: 0 } as LoginEvent;
    expect(take(page, stale).state).toBe(page);
  });

  it('redeems no token from the page of a denial, and keeps the reported outcome (SEC-81)', () => {
    for (const callback of [
      { state: 'ok', token: 1 },
      { state: 'cancel' },
      { state: 'malformed' },
    ] as const) {
      const next = take(denialPage(), cameBack(callback));
      expect(next.state).toMatchObject({ kind: 'failed', code: 'denied', transaction: null });
      expect(typesOf(next)).toEqual(['close-hosted-page']);
    }
    for (const event of [
      { type: 'approval-received', attempt: 1, token: 1 },
      { type: 'token-redeemed', attempt: 1, token: 1, identity: ALICE },
    ] as const) {
      expect(typesOf(take(denialPage(), event))).toEqual(['ignored-event']);
    }
  });

  it.each<readonly [ServiceFailure, string]>([
    [TOKEN_EXPIRED, 'expired'],
    [exception('UnknownAccessTokenException'), 'expired'],
    [exception('InvalidSignatureException', 9), 'secret-wrong'],
    [BYPASSED, 'unknown-exception'],
    [{ kind: 'malformed', evidence: toEvidence`result.systemToken` }, 'answer-malformed'],
    [tooMany(null), 'too-many-attempts'],
    [{ kind: 'status', status: 503 }, 'server-error'],
  ])('fails when the token of a page is refused with %j, with the code %s', (failure, code) => {
    const next = take(hostedPage(true), refusedToken(failure));
    expect(next.state).toMatchObject({
      kind: 'failed',
      code,
      evidence: expect.stringMatching(/^credentials: ./) as string,
      transaction: null,
    });
    expect(typesOf(next)).toContain('close-hosted-page');
  });

  it.each([TIMEOUT, NETWORK])(
    'sends the token of a page without an answer once more, but not a third time: %j',
    (failure) => {
      const failed = take(hostedPage(true), refusedToken(failure));
      const pausedUntil = NOW_MS + LOGIN_LIMITS.redeemAgainMs;
      const again =
        failure === TIMEOUT ? failed : take(failed.state, { type: 'time-passed' }, pausedUntil);
      expect(again.effects).toEqual([{ type: 'redeem-token', attempt: 1, token: 0 }]);
      expect(take(again.state, refusedToken(failure)).state).toMatchObject({
        kind: 'failed',
        transaction: null,
      });
      const late = take(again.state, { type: 'time-passed' }, NOW_MS + 2 * ANSWER_MS);
      expect(late.state).toMatchObject({ kind: 'failed', code: 'request-timed-out' });
    },
  );
});

describe('while the page is shown', () => {
  it('ends a login on its hosted page by itself, later if the person asks for more time', () => {
    const ended = take(hostedPage(), { type: 'time-passed' }, NOW_MS + LOGIN_MS);
    expect(ended.state).toMatchObject({ kind: 'failed', code: 'login-timed-out' });
    expect(typesOf(ended)).toContain('close-hosted-page');
    const longer = take(hostedPage(), { type: 'keep-waiting' }, NOW_MS + LOGIN_MS - 1);
    expect(take(longer.state, { type: 'time-passed' }, NOW_MS + LOGIN_MS).state.kind).toBe(
      'hosted-page',
    );
    const limited = new LoginScenario({ ...policy, endsAtMs: NOW_MS + 10 }, hostedPage());
    expect(limited.send({ type: 'keep-waiting' }).did()).toEqual(['ignored-event']);
    expect(limited.view()).toMatchObject({ canExtend: false });
    expect(limited.wait(10).state).toMatchObject({ isTimeUp: true });
  });

  it('cancels when the person closes the page, and ends when the page cannot be loaded', () => {
    expect(outcomesOf(take(hostedPage(), { type: 'page-closed', attempt: 1 }))).toMatchObject([
      { outcome: 'cancelled' },
    ]);
    const failed = take(hostedPage(), {
      type: 'page-failed',
      attempt: 1,
      failure: { kind: 'timeout' },
    });
    expect(failed.state).toMatchObject({
      code: 'request-timed-out',
      evidence: 'hosted page: timeout',
    });
  });

  it('names the key of the callback address if nobody listens there while the page is shown', () => {
    const failure = { kind: 'callback', evidence: toEvidence`EADDRINUSE` } as const;
    const { state } = take(hostedPage(), { type: 'page-failed', attempt: 1, failure });
    expect(state).toMatchObject({
      kind: 'failed',
      code: 'callback-unavailable',
      configKey: 'service.prompt.callbackUrl',
      evidence: 'hosted page: EADDRINUSE',
    });
  });

  it('survives a browser that does not start, and tries it again on request', () => {
    const failure = { kind: 'browser', evidence: toEvidence`not opened` } as const;
    const { state, effects } = take(hostedPage(), { type: 'page-failed', attempt: 1, failure });
    expect(state).toMatchObject({ kind: 'hosted-page', page: { isUnopened: true } });
    expect(effects).toEqual([]);
    const again = take(state, { type: 'show-page-again' });
    expect(again.state).toMatchObject({ page: { isUnopened: false } });
    expect(again.effects).toEqual([{ type: 'show-hosted-page-again', attempt: 1 }]);
  });

  it('ignores the event channel while the hosted page is shown', () => {
    const page = hostedPage();
    for (const event of [
      { type: 'approval-received', attempt: 1, token: 1 },
      { type: 'approval-missed', attempt: 1 },
      { type: 'denial-received', attempt: 1 },
      { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true },
      { type: 'token-redeemed', attempt: 1, token: 1, identity: ALICE },
    ] as const) {
      expect(take(page, event).state).toBe(page);
    }
  });

  it('shows the address and the time of the hosted page, and no token', () => {
    const at = (state: LoginState, endsAtMs: number | null = null) =>
      viewOf(state, {
        nowMs: NOW_MS,
        policy: { ...policy, endsAtMs },
        remembered: null,
        hostName: null,
      });
    const moved = take(hostedPage(), {
      type: 'page-moved',
      attempt: 1,
      address: `${PAGE}/next`,
    }).state;
    expect(at(moved)).toEqual({
      screen: 'hosted-page',
      requester: NO_REQUESTER,
      username: 'alice',
      purpose: 'verify',
      display: 'browser',
      address: `${PAGE}/next`,
      isUnopened: false,
      isVerifying: false,
      remainingMs: LOGIN_MS,
      canExtend: true,
      endsInMs: null,
    });
    expect(at(hostedPage(true))).toMatchObject({ isVerifying: true, canExtend: false });
    expect(at(denialPage(), NOW_MS + APPROVAL_MS)).toMatchObject({
      purpose: 'denied-or-waiting',
      remainingMs: 0,
      endsInMs: APPROVAL_MS,
    });
  });
});
