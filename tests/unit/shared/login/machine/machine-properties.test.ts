import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../../../shared/login/machine/login-effect.ts';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import { transition, type Step } from '../../../../../shared/login/machine/login-machine.ts';
import {
  attemptOf,
  deadlinesOf,
  initialState,
  nextDeadlineOf,
  transactionOf,
  type LoginState,
} from '../../../../../shared/login/machine/login-state.ts';
import { isSameUsername } from '../../../../../shared/login/input/username.ts';
import { viewOf } from '../../../../../shared/login/view/view-of.ts';
import {
  eventOf,
  randomSteps,
  type RandomStep,
} from '../../../../support/login/login-arbitraries.ts';
import { NOW_MS, policyWith, TID } from '../../../../support/login/login-fixtures.ts';

/** More in the nightly; fast-check prints seed and path of a failure. */
const RUNS = Number(process.env.GATEHOUSE_PROPERTY_RUNS ?? '500');
const RUNS_FOR_ENTRY = RUNS * 4;
const LENGTH = 40;

type Met = Readonly<{ before: LoginState; event: LoginEvent; next: Step; nowMs: number }>;

const policies = fc.record({
  bypass: fc.constantFrom('allow' as const, 'deny' as const),
  failMode: fc.constantFrom('deny' as const, 'allow-when-unreachable' as const),
  connect: fc.constantFrom('after-init' as const, 'after-method' as const),
  hostedPage: fc.constantFrom(null, null, 'window' as const, 'browser' as const),
  endsAtMs: fc.option(fc.integer({ min: NOW_MS + 1, max: NOW_MS + 600_000 }), { freq: 2 }),
});

/** Walks random logins and hands every transition to `check`. */
function everyTransition(
  check: (met: Met, policy: ReturnType<typeof policyWith>) => void,
  numRuns = RUNS,
): void {
  const walk = (steps: readonly RandomStep[], changes: Parameters<typeof policyWith>[0]): void => {
    const policy = policyWith(changes);
    let state = initialState();
    let nowMs = NOW_MS;
    for (const step of steps) {
      nowMs += step.afterMs;
      const event = eventOf(step, state);
      const next = transition(state, event, { nowMs, policy });
      check({ before: state, event, next, nowMs }, policy);
      state = next.state;
    }
  };
  fc.assert(fc.property(randomSteps(LENGTH), policies, walk), { numRuns });
}

const isWaiting = (state: LoginState): boolean =>
  state.kind !== 'username-entry' &&
  state.kind !== 'succeeded' &&
  state.kind !== 'account-waiting' &&
  state.kind !== 'denial-page' &&
  (state.kind !== 'failed' || state.transaction !== null);

/** The caller's limit has nothing left to end. */
const isOver = (state: LoginState): boolean =>
  (state.kind === 'failed' && state.isTimeUp) ||
  (state.kind === 'succeeded' && state.outcome === 'confirmed');

describe('any sequence of events', () => {
  it('meets every state kind in random logins', () => {
    const met = new Set<string>();
    everyTransition(({ next }) => met.add(next.state.kind));
    expect([...met].sort()).toEqual([
      'account-waiting',
      'approval-pending',
      'challenge-starting',
      'code-entry',
      'code-submitting',
      'denial-page',
      'failed',
      'hosted-page',
      'method-selection',
      'starting',
      'succeeded',
      'username-entry',
    ]);
  });

  it('lets in only by a proven token, a named bypass, or a named fail mode', () => {
    everyTransition(({ before, event, next: { state } }, policy) => {
      if (state.kind !== 'succeeded' || before.kind === 'succeeded') return;
      switch (state.outcome) {
        case 'confirmed': {
          const transaction = transactionOf(before);
          if (event.type !== 'token-redeemed' || !transaction)
            throw new Error(`confirmed by ${event.type}`);
          expect(event.attempt).toBe(transaction.attempt);
          expect(transaction.verification.seen).toContain(event.token);
          expect(isSameUsername(event.identity.username, transaction.username)).toBe(true);
          return;
        }
        case 'bypassed':
          expect(policy.bypass).toBe('allow');
          expect(before.kind).toBe('starting');
          expect(event).toMatchObject({
            type: 'transaction-failed',
            failure: { exception: 'UserBypassedException', code: 45 },
          });
          return;
        case 'allowed-unreachable':
          expect(policy.failMode).toBe('allow-when-unreachable');
          expect(before.kind).toBe('starting');
          expect(['transaction-failed', 'time-passed']).toContain(event.type);
      }
    }, RUNS_FOR_ENTRY);
  });

  it('leaves home one key away from any state', () => {
    everyTransition(({ next: { state }, nowMs }, policy) => {
      const { state: home, effects } = transition(state, { type: 'cancel' }, { nowMs, policy });
      const isDone = state.kind === 'succeeded' && state.outcome === 'confirmed';
      // The caller's limit has ended everything: leaving is the only effect left.
      if (state.kind === 'failed' && state.isTimeUp) expect(effects).toEqual([{ type: 'leave' }]);
      else expect(home.kind).toBe(isDone ? 'succeeded' : 'username-entry');
    });
  });

  it('leaves a deadline on every wait, and drops those that have passed', () => {
    everyTransition(({ event, next: { state }, nowMs }, policy) => {
      const next = nextDeadlineOf(state, policy);
      if (isWaiting(state)) expect(deadlinesOf(state, policy).length).toBeGreaterThan(0);
      else expect(next).toBe(isOver(state) ? null : policy.endsAtMs);
      if (event.type === 'time-passed') expect(next ?? Infinity).toBeGreaterThan(nowMs);
    });
  });

  it('gives a view that is plain data and holds no transaction and no token', () => {
    everyTransition(({ next: { state }, nowMs }, policy) => {
      const view = viewOf(state, { nowMs, policy, remembered: 'push', hostName: 'desk-7' });
      const text = JSON.stringify(view);
      expect(JSON.parse(text)).toEqual(view);
      expect(text).not.toContain(TID);
      expect(text).not.toMatch(/"(tid|token|transaction|verification)":/);
      for (const value of Object.values(view)) {
        if (typeof value === 'number') expect(Number.isFinite(value) && value >= 0).toBe(true);
      }
    });
  });

  it('gives states and effects of plain data, and does not change its input', () => {
    everyTransition(({ before, event, next, nowMs }, policy) => {
      expect(structuredClone(next)).toEqual(next);
      const again = transition(structuredClone(before), structuredClone(event), { nowMs, policy });
      expect(again).toEqual(next);
    });
  });

  it('counts attempts and challenges up only', () => {
    everyTransition(({ before, next: { state } }) => {
      expect(attemptOf(state)).toBeGreaterThanOrEqual(attemptOf(before));
      const [was, is] = [transactionOf(before), transactionOf(state)];
      if (was && is && was.attempt === is.attempt) {
        expect(is.challenges).toBeGreaterThanOrEqual(was.challenges);
        expect(is.verification.tokensInChallenge).toBeLessThanOrEqual(3);
        expect(is.verification.seen.length).toBeLessThanOrEqual(3 * (is.challenges + 1));
        expect(is.tid).toBe(was.tid);
      }
    });
  });

  it('ignores an event of another attempt, and says so', () => {
    everyTransition(({ before, event, next }) => {
      if (!('attempt' in event) || event.attempt === attemptOf(before)) return;
      expect(next.state).toBe(before);
      expect(next.effects.map((effect) => effect.type)).toEqual(['ignored-event']);
    });
  });
});

describe('an opened channel, request or login', () => {
  /**
   * Everything that the controller would have open: the event channel, and the requests with their
   * challenges.
   */
  class Open {
    isListening = false;
    requests: Readonly<{ what: Effect['type']; challenge: number | null }>[] = [];

    perform(effect: Effect): void {
      switch (effect.type) {
        case 'open-event-channel':
          expect(this.isListening).toBe(false);
          this.isListening = true;
          return;
        case 'close-event-channel':
          this.isListening = false;
          return;
        case 'abort-requests':
          this.requests = this.requests.filter(
            ({ challenge }) => effect.challenge !== null && challenge !== effect.challenge,
          );
          return;
        case 'start-transaction':
        case 'redeem-token':
          this.requests.push({ what: effect.type, challenge: null });
          return;
        case 'select-method':
        case 'submit-passcode':
        case 'submit-security-key':
          this.requests.push({ what: effect.type, challenge: effect.challenge });
          return;
        default:
      }
    }

    /** An answer ends its request. */
    answer({ before, event }: Met): void {
      if (!('attempt' in event) || event.attempt !== attemptOf(before)) return;
      const ends = ANSWERED[event.type] ?? [];
      const challenge = 'challenge' in event ? event.challenge : null;
      const at = this.requests.findIndex(
        (open) => ends.includes(open.what) && open.challenge === challenge,
      );
      if (at !== -1) this.requests.splice(at, 1);
    }
  }
  const ANSWERED: Partial<Record<LoginEvent['type'], readonly Effect['type'][]>> = {
    'transaction-started': ['start-transaction'],
    'transaction-failed': ['start-transaction'],
    'method-selected': ['select-method'],
    'method-failed': ['select-method'],
    'code-accepted': ['submit-passcode', 'submit-security-key'],
    'code-failed': ['submit-passcode', 'submit-security-key'],
    'token-redeemed': ['redeem-token'],
    'token-failed': ['redeem-token'],
  };

  it('closes a channel and a request once no state waits for it', () => {
    let open = new Open();
    everyTransition((met) => {
      const { state, effects } = met.next;
      if (met.before.kind === 'username-entry' && met.before.attempt === 0) open = new Open();
      open.answer(met);
      for (const effect of effects) open.perform(effect);
      const transaction = transactionOf(state);
      expect(open.isListening).toBe(transaction !== null && transaction.eventChannel !== 'closed');
      const ofChallenge = open.requests.filter(({ challenge }) => challenge !== null);
      const isAsking = state.kind === 'challenge-starting' || state.kind === 'code-submitting';
      expect(ofChallenge.length).toBeLessThanOrEqual(isAsking ? 1 : 0);
      if (!transaction && state.kind !== 'starting') expect(open.requests).toEqual([]);
    });
  });

  it('lets in once: after a success, reports only that it was not accepted', () => {
    everyTransition(({ before, next }) => {
      if (before.kind === 'succeeded') {
        const reported = next.effects.flatMap((effect) =>
          effect.type === 'report-outcome' ? effect.outcome : [],
        );
        const isDeclined = before.outcome !== 'confirmed' && next.state.kind === 'username-entry';
        const isTimeUp = next.state.kind === 'failed' && next.state.isTimeUp;
        const ends = isTimeUp ? ['not-now'] : isDeclined ? ['cancelled'] : [];
        expect(reported.map(({ outcome }) => outcome)).toEqual(ends);
        expect(before.outcome === 'confirmed' && ends.length > 0).toBe(false);
      }
      if (next.state.kind === 'succeeded' && before.kind !== 'succeeded') {
        expect(next.effects.filter((effect) => effect.type === 'report-outcome')).toHaveLength(1);
      }
    });
  });
});
