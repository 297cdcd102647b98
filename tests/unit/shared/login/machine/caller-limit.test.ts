import { describe, expect, it } from 'vitest';
import {
  initialState,
  nextDeadlineOf,
  NOTHING_IN_ADVANCE,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { isTimeUp } from '../../../../../shared/login/view/login-view.ts';
import {
  ALICE,
  ANSWER_MS,
  APPROVAL_MS,
  REQUESTER,
  BYPASSED,
  denialPage,
  enteringCode,
  exception,
  failedState,
  hostedPage,
  listening,
  LOGIN_MS,
  NETWORK,
  NOW_MS,
  offering,
  pending,
  requesting,
  selecting,
  transaction,
  starting,
  submittingCode,
  TIMEOUT,
  TOKEN_EXPIRED,
  verifying,
} from '../../../../support/login/login-fixtures.ts';
import type { LoginPolicy } from '../../../../../shared/login/machine/login-policy.ts';
import type { Intent, LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import { LoginScenario } from '../../../../support/login/login-scenario.ts';

/** Shorter than every other deadline. */
const LIMIT_MS = 8_000;
const endsAtMs = NOW_MS + LIMIT_MS;
const limited = transaction({ loginDeadlineAtMs: endsAtMs, started: ['push'] });

/** Every state but the page that explains a denial: the limit of the caller holds in each. */
const STATES: readonly LoginState[] = [
  initialState('alice'),
  starting(),
  { kind: 'method-selection', transaction: limited, notice: null },
  listening('push', { transaction: limited }),
  requesting('push', { transaction: limited }),
  enteringCode('totp', { transaction: limited }),
  submittingCode('totp', { transaction: limited }),
  pending('push', { transaction: limited }),
  hostedPage(false, { loginDeadlineAtMs: endsAtMs }),
  {
    kind: 'account-waiting',
    attempt: 1,
    username: 'alice',
    requester: REQUESTER,
    webUri: null,
    inAdvance: NOTHING_IN_ADVANCE,
  },
  failedState({ code: 'timed-out' }),
  failedState({ code: 'server-error', transaction: limited }),
  {
    kind: 'succeeded',
    attempt: 1,
    outcome: 'bypassed',
    username: 'alice',
    requester: REQUESTER,
    method: null,
    identity: null,
    serviceText: null,
    answeredBy: 'service',
  },
];

/** A login with a limit from its caller, from the start of the program on. */
const begun = () => new LoginScenario({ endsAtMs });

describe('the limit that a caller sets (--timeout)', () => {
  it.each(STATES)(
    'ends a login at the caller’s limit once, as not-now and timed-out, and leaves: $kind',
    (state) => {
      const scenario = new LoginScenario({ endsAtMs }, state);
      expect(nextDeadlineOf(state, scenario.policy)).toBe(endsAtMs);
      scenario.wait(LIMIT_MS - 1);
      expect(scenario.outcomes()).toEqual([]);
      scenario.wait(1);
      expect(scenario.outcomes()).toMatchObject([
        { outcome: 'not-now', reason: 'timed-out', code: 'login-timed-out', username: 'alice' },
      ]);
      expect(scenario.did().slice(-2)).toEqual(['report-outcome', 'leave']);
      expect(isTimeUp(scenario.view())).toBe(true);
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
      scenario.wait(1e9);
      expect(scenario.outcomes()).toHaveLength(1);
    },
  );

  it.each(['denied', 'denied-by-person', 'not-started-by-person'] as const)(
    'keeps a denial that is on the screen at the caller’s limit: %s',
    (code) => {
      const scenario = new LoginScenario({ endsAtMs }, failedState({ code })).wait(LIMIT_MS);
      // It was reported when it came.
      expect(scenario.did()).toEqual(['leave']);
      expect(scenario.in('failed')).toMatchObject({ code, isTimeUp: true });
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
    },
  );

  it.each<Intent | null>([null, { type: 'retry' }])(
    'keeps a denial that a page of the service explains at the caller’s limit: %j',
    (intent) => {
      const scenario = new LoginScenario({ endsAtMs }, denialPage());
      if (intent === null) scenario.wait(LIMIT_MS);
      else {
        scenario.nowMs += LIMIT_MS;
        scenario.send(intent);
      }
      // It was reported when it came.
      expect(scenario.did()).toEqual(['close-hosted-page', 'leave']);
      expect(scenario.in('failed')).toMatchObject({ code: 'denied', isTimeUp: true });
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBeNull();
    },
  );

  it.each(['retry', 'cancel', 'go-back', 'finish', 'keep-waiting'] as const)(
    'leaves after the caller’s limit and does nothing else: %s',
    (type) => {
      const scenario = new LoginScenario(
        { endsAtMs },
        pending('push', { transaction: limited }),
      ).wait(LIMIT_MS);
      expect(scenario.send({ type }).did()).toEqual(['leave']);
      scenario.send(
        { type: 'submit-username', username: 'bob' },
        { type: 'choose-method', method: 'push' },
      );
      expect(scenario.in('failed').transaction).toBeNull();
      expect(scenario.outcomes()).toHaveLength(1);
    },
  );

  describe('that passed in a sleep, before any timer', () => {
    const GOING_ON: readonly Intent[] = [
      { type: 'submit-username', username: 'alice' },
      { type: 'choose-method', method: 'push' },
      { type: 'submit-code', code: '123456' },
      { type: 'keep-waiting' },
      { type: 'show-page-again' },
      { type: 'retry' },
      { type: 'finish' },
    ];
    /** The step for an event that arrives after the limit, before any timer has fired. */
    const awake = (state: LoginState, event: LoginEvent, policy: Partial<LoginPolicy> = {}) => {
      const scenario = new LoginScenario({ endsAtMs, ...policy }, state);
      scenario.nowMs += LIMIT_MS;
      return scenario.send(event);
    };

    it.each(STATES)(
      'ends the login without another request to the service when the limit passed in a sleep: $kind',
      (state) => {
        for (const intent of GOING_ON) {
          const scenario = awake(state, intent);
          expect(isTimeUp(scenario.view()), intent.type).toBe(true);
          expect(scenario.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
          expect(scenario.did().slice(-2)).toEqual(['report-outcome', 'leave']);
          expect(
            scenario
              .did()
              .filter((type) => type.startsWith('start-') || /^(select|submit)/u.test(type)),
          ).toEqual([]);
        }
      },
    );

    it('lets the person leave when the limit passed in a sleep', () => {
      expect(awake(pending('push', { transaction: limited }), { type: 'cancel' }).state.kind).toBe(
        'username-entry',
      );
      expect(awake(pending('push', { transaction: limited }), { type: 'go-back' }).state.kind).toBe(
        'method-selection',
      );
    });

    it('keeps the end of a login that the person did not start when the limit passed in a sleep', () => {
      const scenario = awake(pending('push', { transaction: limited }), {
        type: 'report-not-started',
      });
      expect(scenario.outcomes()).toMatchObject([
        { outcome: 'denied', code: 'not-started-by-person' },
      ]);
    });

    it.each<readonly [string, LoginState, LoginEvent, Partial<LoginPolicy>]>([
      [
        'the answer that starts it',
        starting(),
        { type: 'transaction-started', attempt: 1, transaction: offering(['push']) },
        {},
      ],
      [
        'a bypass',
        starting(),
        { type: 'transaction-failed', attempt: 1, failure: BYPASSED },
        { bypass: 'allow' },
      ],
      [
        'a service that cannot be reached',
        starting(),
        { type: 'transaction-failed', attempt: 1, failure: { kind: 'timeout' } },
        { failMode: 'allow-when-unreachable' },
      ],
      [
        'an event channel that stands',
        listening('push', { transaction: limited }),
        { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
        {},
      ],
    ])(
      'ends the login before %s, which would lead on, when the limit passed in a sleep',
      (_what, state, event, policy) => {
        const scenario = awake(state, event, policy);
        expect(scenario.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
        expect(isTimeUp(scenario.view())).toBe(true);
        expect(scenario.did()).not.toContain('select-method');
        expect(scenario.did()).not.toContain('open-event-channel');
      },
    );

    it('checks an approval that comes when the limit passed in a sleep', () => {
      const state = pending('push', { transaction: limited });
      const scenario = awake(state, { type: 'approval-received', attempt: 1, token: 0 });
      expect(scenario.did()).toContain('redeem-token');
      expect(scenario.outcomes()).toEqual([]);
    });

    it('waits for an approval that is being checked when the limit passed in a sleep', () => {
      const checking = new LoginScenario({ endsAtMs }, pending('push', { transaction: limited }));
      checking.send({ type: 'approval-received', attempt: 1, token: 0 });
      const scenario = awake(checking.state, { type: 'keep-waiting' });
      expect(scenario.outcomes()).toEqual([]);
      expect(scenario.in('approval-pending').deadlineAtMs).toBe(scenario.nowMs + APPROVAL_MS);
    });
  });

  it('counts the caller’s limit from the start of the program on, over every attempt', () => {
    const scenario = begun().wait(2_000).send({ type: 'submit-username', username: 'alice' });
    scenario.wait(2_000).send({ type: 'cancel' }, { type: 'submit-username', username: 'bob' });
    expect(scenario.view()).toMatchObject({ endsInMs: 4_000 });
    const answered = {
      type: 'transaction-started',
      attempt: 2,
      transaction: offering(['push']),
    } as const;
    expect(scenario.send(answered).view()).toMatchObject({ screen: 'methods', remainingMs: 4_000 });
    expect(isTimeUp(scenario.wait(4_000).view())).toBe(true);
  });

  it('takes the caller’s limit in place of the login’s own time, also if that is shorter', () => {
    const scenario = new LoginScenario({ loginMs: 1_000, endsAtMs }).start(['push']);
    expect(scenario.view()).toMatchObject({ remainingMs: LIMIT_MS });
    scenario.wait(LIMIT_MS - 1);
    expect(scenario.state.kind).toBe('method-selection');
  });

  it('never puts off the caller’s limit', () => {
    const scenario = begun().start(['push']);
    scenario.send({ type: 'keep-waiting' });
    expect(scenario.did()).toEqual(['ignored-event']);
    scenario.choose('push').send({ type: 'keep-waiting' });
    expect(scenario.view()).toMatchObject({ remainingMs: LIMIT_MS, canExtend: false });
    expect(isTimeUp(scenario.wait(LIMIT_MS).view())).toBe(true);
  });

  it('gives one outcome when a call fails during the check of an approval, and the check fails too', () => {
    const checking = requesting('push', { transaction: { ...limited, verification: verifying() } });
    const failure = {
      type: 'method-failed',
      attempt: 1,
      challenge: 1,
      failure: exception('TransactionIdExpiredException', 11),
    } as const;
    const scenario = new LoginScenario({ endsAtMs }, checking).send(failure).wait(LIMIT_MS + 1_000);
    scenario.send({ type: 'token-failed', attempt: 1, token: 0, failure: TOKEN_EXPIRED }).wait(0);
    expect(scenario.outcomes()).toMatchObject([
      { outcome: 'not-now', reason: 'timed-out', method: 'push' },
    ]);
  });

  it('waits at the limit for an approval that is being checked, on every screen, and no longer', () => {
    const checking = { ...limited, verification: verifying() };
    const states: readonly LoginState[] = [
      pending('push', { transaction: checking }),
      { kind: 'method-selection', transaction: checking, notice: null },
      failedState({ code: 'timed-out', transaction: checking }),
    ];
    for (const state of states) {
      const good = new LoginScenario({ endsAtMs }, state).wait(LIMIT_MS + 1_000);
      expect(good.outcomes()).toEqual([]);
      good.send({ type: 'token-redeemed', attempt: 1, token: 0, identity: ALICE });
      expect(good.in('succeeded').outcome).toBe('confirmed');
      expect(good.wait(1e9).state.kind).toBe('succeeded');
      const bad = new LoginScenario({ endsAtMs }, state).wait(LIMIT_MS + 1_000);
      bad.send({ type: 'token-failed', attempt: 1, token: 0, failure: TOKEN_EXPIRED }).wait(0);
      expect(isTimeUp(bad.view())).toBe(true);
    }
  });

  describe('with an approval that is being checked', () => {
    const approval = (token: number) => ({ type: 'approval-received', attempt: 1, token }) as const;
    const refused = (token: number, failure: ServiceFailure = TOKEN_EXPIRED) =>
      ({ type: 'token-failed', attempt: 1, token, failure }) as const;
    const redeemed = (token: number) =>
      ({ type: 'token-redeemed', attempt: 1, token, identity: ALICE }) as const;
    const LATEST_MS = endsAtMs + ANSWER_MS;
    /** A second before the limit. */
    const late = (state: LoginState = pending('push', { transaction: limited })): LoginScenario =>
      new LoginScenario({ endsAtMs }, state).wait(LIMIT_MS - 1_000);
    /** Lets time go on from deadline to deadline, as the controller's timer does. */
    const untilEnd = (scenario: LoginScenario): LoginScenario => {
      for (let turn = 0; turn < 20 && !isTimeUp(scenario.view()); turn += 1) {
        scenario.wait(
          (nextDeadlineOf(scenario.state, scenario.policy) ?? Infinity) - scenario.nowMs,
        );
      }
      return scenario;
    };
    const sent = ({ effects }: LoginScenario): readonly number[] =>
      effects.flatMap((effect) => (effect.type === 'redeem-token' ? [effect.token] : []));

    it('ends at the limit when a check gets no answer, without a second try', () => {
      const scenario = untilEnd(late().send(approval(0)));
      expect(scenario.nowMs).toBe(endsAtMs - 1_000 + ANSWER_MS);
      expect(sent(scenario)).toEqual([0]);
      expect(scenario.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
    });

    it.each([TIMEOUT, NETWORK])(
      'ends when a check breaks behind the limit, without a second try: %o',
      (failure) => {
        const scenario = late().send(approval(0)).wait(1_001).send(refused(0, failure)).wait(0);
        expect(isTimeUp(scenario.view())).toBe(true);
        expect(sent(scenario)).toEqual([0]);
      },
    );

    it('ends within one request’s time behind the limit for every number of tokens', () => {
      const scenario = untilEnd(late().send(approval(0), approval(1), approval(2)));
      expect(sent(scenario)).toEqual([0, 1]);
      expect(scenario.nowMs).toBe(LATEST_MS);
      expect(scenario.outcomes()).toMatchObject([{ outcome: 'not-now', reason: 'timed-out' }]);
    });

    it('gives the next token what is left of one request’s time behind the limit, in which it counts', () => {
      const scenario = late().send(approval(0), approval(1)).wait(6_000).send(refused(0));
      expect(sent(scenario)).toEqual([0, 1]);
      const { inFlight } = scenario.in('approval-pending').transaction.verification;
      expect(inFlight?.deadlineAtMs).toBe(LATEST_MS);
      expect(scenario.send(redeemed(1)).in('succeeded').outcome).toBe('confirmed');
    });

    it('sends a token whose call broke once more at the limit, instead of after its pause', () => {
      const scenario = late().send(approval(0), refused(0, NETWORK));
      expect(nextDeadlineOf(scenario.state, scenario.policy)).toBe(endsAtMs);
      expect(sent(scenario.wait(1_000))).toEqual([0, 0]);
      expect(untilEnd(scenario).nowMs).toBe(LATEST_MS);
      expect(sent(scenario)).toEqual([0, 0]);
    });

    it('starts no check when the computer wakes after one request’s time behind the limit', () => {
      const paused = late().send(approval(0), refused(0, NETWORK));
      paused.nowMs = LATEST_MS;
      expect(isTimeUp(paused.send({ type: 'time-passed' }).wait(0).view())).toBe(true);
      expect(sent(paused)).toEqual([0]);
      for (const event of [
        approval(1),
        { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: true } as const,
      ]) {
        const queued = late().send(approval(0), refused(0, NETWORK));
        queued.nowMs = LATEST_MS;
        expect(isTimeUp(queued.send(event).wait(0).view())).toBe(true);
        expect(sent(queued)).toEqual([0]);
      }
      const fresh = late();
      fresh.nowMs = LATEST_MS;
      expect(isTimeUp(fresh.send(approval(0)).view())).toBe(true);
      expect(sent(fresh)).toEqual([]);
    });

    it('ends a pause that is longer than one request’s time at the limit', () => {
      const scenario = new LoginScenario(
        { endsAtMs, requestMs: 1_000 },
        pending('push', { transaction: limited }),
      );
      scenario
        .wait(LIMIT_MS - 1_000)
        .send(approval(0), refused(0, NETWORK))
        .wait(4_000)
        .wait(0);
      expect(isTimeUp(scenario.view())).toBe(true);
      expect(sent(scenario)).toEqual([0]);
    });

    it('ends within one request’s time behind the limit for the token of a hosted page', () => {
      const page = hostedPage(false, { loginDeadlineAtMs: endsAtMs });
      const back = {
        type: 'callback-received',
        attempt: 1,
        callback: { state: 'ok', token: 0 },
      } as const;
      const scenario = untilEnd(late(page).send(back));
      expect(scenario.nowMs).toBe(endsAtMs - 1_000 + ANSWER_MS);
      expect(sent(scenario)).toEqual([0]);
      const fresh = late(page);
      fresh.nowMs = LATEST_MS;
      expect(isTimeUp(fresh.send(back).view())).toBe(true);
      expect(sent(fresh)).toEqual([]);
    });
  });

  it('counts the limit on the screen of a bypass, before the person accepts it', () => {
    const scenario = begun().send({ type: 'submit-username', username: 'alice' });
    scenario.send({ type: 'transaction-failed', attempt: 1, failure: BYPASSED });
    expect(scenario.in('succeeded').outcome).toBe('bypassed');
    const [bypassed, timedOut] = scenario.wait(LIMIT_MS).outcomes();
    expect([bypassed?.outcome, timedOut?.outcome]).toEqual(['bypassed', 'not-now']);
  });

  it('leaves a login without a caller’s limit open to start again', () => {
    const scenario = new LoginScenario({}, selecting());
    expect(scenario.wait(LOGIN_MS).in('failed')).toMatchObject({
      code: 'login-timed-out',
      isTimeUp: false,
    });
    expect(scenario.view()).toMatchObject({ advice: 'restart', endsInMs: null });
    expect(scenario.did()).not.toContain('leave');
  });
});
