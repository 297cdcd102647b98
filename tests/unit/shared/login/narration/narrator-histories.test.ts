import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../../electron/frontends/terminal/lines.ts';
import { openingFor, sentencesFor } from '../../../../../renderer/view/announcements.ts';
import { transition } from '../../../../../shared/login/machine/login-machine.ts';
import { initialState, type LoginState } from '../../../../../shared/login/machine/login-state.ts';
import {
  codeProblemOf,
  hasField,
  isChallenge,
  type LoginView,
  type Notice,
} from '../../../../../shared/login/view/login-view.ts';
import { narrate, NOTHING_NARRATED } from '../../../../../shared/login/narration/narrator.ts';
import { newsToCome } from '../../../../../shared/login/narration/news-to-come.ts';
import type { News } from '../../../../../shared/login/narration/news.ts';
import { viewOf } from '../../../../../shared/login/view/view-of.ts';
import {
  eventOf,
  randomSteps,
  type RandomStep,
} from '../../../../support/login/login-arbitraries.ts';
import { NOW_MS, policyWith } from '../../../../support/login/login-fixtures.ts';
import { approvalView, codeView, FIXTURES, methodsView } from '../../../renderer/fixtures.ts';
import { en, enTerminal } from '../../../../support/strings.ts';

const refusedBy = (message: string): Notice => ({
  kind: 'method-refused',
  method: 'push',
  serviceText: { message, details: null },
});
const wrong = (tries: number) => ({ kind: 'wrong', serviceText: null, tries }) as const;

/** The visible content of a view, without clocks: a different text is a visible change. */
function seen(view: LoginView): string {
  if (view.screen === 'username') return text(view.screen, view.busy, view.problem, view.tries);
  if (view.screen === 'methods') {
    const methods = view.choices.map(({ method }) => method);
    return text(view.screen, view.starting, methods, timeless(view.notice));
  }
  if (view.screen === 'failed') {
    return text(
      view.screen,
      view.code,
      view.proxy,
      view.advice !== 'restart' || view.canChooseMethod,
    );
  }
  if (!isChallenge(view)) return view.screen;
  // The tries tell one problem from the next, whatever words the service has for them.
  const found = codeProblemOf(view)?.problem ?? null;
  const problem = found && { ...found, serviceText: null };
  const field = hasField(view) ? [view.busy, view.isAccepted] : [];
  return text(
    view.method,
    view.challenge,
    view.link,
    view.isVerifying,
    timeless(view.notice),
    wasOffered(view),
    timeless(problem),
    ...field,
  );
}

const text = (...parts: readonly unknown[]): string => JSON.stringify(parts);
const timeless = (given: object | null): unknown =>
  given && { ...given, waitMs: 0, clockOffSeconds: 0 };

/** Changes without an announcement: the replacement is announced, or no action is needed. */
function isQuietEnd(before: LoginView, view: LoginView): boolean {
  const isVerified =
    isChallenge(before) && isChallenge(view) && before.isVerifying && !view.isVerifying;
  const isNoticeGone =
    'notice' in before && 'notice' in view && before.notice !== null && view.notice === null;
  const isOfferGone = wasOffered(before) && isChallenge(view) && !wasOffered(view);
  return isVerified || isNoticeGone || isOfferGone;
}

const wasOffered = (view: LoginView): boolean =>
  view.screen === 'approval' && view.areOthersOffered;

const RUNS = Number(process.env.GATEHOUSE_PROPERTY_RUNS ?? '500');

/** Walks a random login as the controller does, and hands every view that is published to `check`. */
function everyView(
  check: (view: LoginView, atMs: number, news: readonly News[], before: LoginView | null) => void,
): void {
  const walk = (steps: readonly RandomStep[]): void => {
    const policy = policyWith({});
    let state: LoginState = initialState();
    let narrated = NOTHING_NARRATED;
    let atMs = NOW_MS;
    const publish = (): void => {
      const view = viewOf(state, { nowMs: atMs, policy, remembered: null, hostName: 'desk-7' });
      const before = narrated.last?.view ?? null;
      const told = narrate(narrated, { view, atMs });
      check(view, atMs, told.news, before);
      // The same state a moment later: no news is repeated.
      const again = viewOf(state, {
        nowMs: atMs + 700,
        policy,
        remembered: null,
        hostName: 'desk-7',
      });
      expect(narrate(told.narrated, { view: again, atMs: atMs + 700 }).news).toEqual([]);
      narrated = told.narrated;
    };
    publish();
    for (const step of steps) {
      atMs += step.afterMs;
      const next = transition(state, eventOf(step, state), { nowMs: atMs, policy }).state;
      if (next === state) continue;
      state = next;
      publish();
    }
  };
  fc.assert(fc.property(randomSteps(40), walk), { numRuns: RUNS });
}

/**
 * Views that can follow one another in any order, with every notice, problem and state of the
 * connection among them.
 */
const NOTICES: readonly (Notice | null)[] = [
  null,
  { kind: 'choose-again', serviceText: null },
  refusedBy('one'),
  refusedBy('two'),
  { kind: 'sent-recently', method: 'sms', waitMs: 9_000 },
  { kind: 'sent-recently', method: 'push', waitMs: 9_000 },
  { kind: 'sent-too-often', method: 'push' },
  { kind: 'approval-refused' },
  { kind: 'possibly-missed' },
];
const anyView: fc.Arbitrary<LoginView> = fc.oneof(
  fc.constantFrom(...Object.values(FIXTURES)),
  fc
    .record({
      notice: fc.constantFrom(...NOTICES),
      starting: fc.constantFrom(null, null, 'push' as const),
    })
    .map(({ notice, starting: method }) =>
      methodsView({ starting: method, notice: method === null ? notice : null }),
    ),
  fc
    .record({
      challenge: fc.integer({ min: 1, max: 3 }),
      link: fc.constantFrom('connected' as const, 'reconnecting' as const),
      isVerifying: fc.boolean(),
      areOthersOffered: fc.boolean(),
      notice: fc.constantFrom(...NOTICES),
    })
    .map(approvalView),
  fc
    .record({
      busy: fc.boolean(),
      problem: fc.constantFrom(
        null,
        wrong(1),
        wrong(2),
        { kind: 'unanswered' } as const,
        { kind: 'empty', tries: 1 } as const,
      ),
    })
    .map(({ busy: isBusy, problem }) =>
      codeView({ busy: isBusy, problem: isBusy ? null : problem }),
    ),
);

/** Changes without an announcement, in a history that no login has: see `isQuietEnd`. */
function isQuiet(before: LoginView, view: LoginView): boolean {
  const isSameScreen = before.screen === view.screen;
  const isField = hasField(before) && hasField(view);
  const isAnswered = isField && before.busy && !view.busy && view.problem === null;
  // A code that was right stays so in every login.
  const isAcceptedNoMore = isField && before.isAccepted && !view.isAccepted;
  const hasProblem = (one: LoginView): boolean =>
    one.screen === 'username' ? one.problem !== null : codeProblemOf(one) !== null;
  const isProblemGone = hasProblem(before) && !hasProblem(view);
  const isTurnedBack =
    before.screen === 'failed' && view.screen === 'failed' && before.code === view.code;
  return (
    isSameScreen &&
    (isQuietEnd(before, view) || isAnswered || isAcceptedNoMore || isProblemGone || isTurnedBack)
  );
}

describe('any history of views', () => {
  it('announces every visible change in any history of views, and ignores a repeated view', () => {
    const walk = (views: readonly LoginView[]): void => {
      let narrated = NOTHING_NARRATED;
      views.forEach((view, index) => {
        const before = narrated.last?.view ?? null;
        const told = narrate(narrated, { view, atMs: index * 1000 });
        const hasChanged = before === null || seen(before) !== seen(view);
        if (hasChanged && !(before !== null && isQuiet(before, view))) {
          expect({ before, view, news: told.news.length }).not.toMatchObject({ news: 0 });
        }
        const later =
          'remainingMs' in view ? { ...view, remainingMs: view.remainingMs - 700 } : view;
        const again = { view: later, atMs: index * 1000 + 700 };
        expect(narrate(told.narrated, again).news).toEqual([]);
        narrated = told.narrated;
      });
    };
    fc.assert(fc.property(fc.array(anyView, { maxLength: 12 }), walk), { numRuns: RUNS });
  });
});

describe('in any login', () => {
  it('announces every visible change in any login, and only that', () => {
    everyView((view, _atMs, news, before) => {
      const hasChanged = before === null || seen(before) !== seen(view);
      const kinds = news.map(({ kind }) => kind).filter((kind) => kind !== 'more-time');
      if (!hasChanged) expect({ before, view, kinds }).toMatchObject({ kinds: [] });
      else if (!(before !== null && isQuietEnd(before, view)))
        expect({ before, view, news: kinds.length }).not.toMatchObject({ news: 0 });
      expect(new Set(kinds).size).toBe(kinds.length);
    });
  });

  it('says all news of any login in both frontends', () => {
    const context = {
      strings: enTerminal,
      portalProbeAddress: '',
      doctorCommand: null,
      help: null,
      qrOf: () => ({ isDrawn: false, why: 'unwanted' }) as const,
    };
    everyView((view, _atMs, news) => {
      for (const one of [...news, ...newsToCome(view).map(({ news: coming }) => coming)]) {
        expect(linesOf([one], context)).not.toEqual([]);
        const { polite, assertive } = sentencesFor([one], en);
        // A form that opens is said by its name and its field.
        const isSending = view.screen === 'code' && view.isStarting;
        const isForm =
          one.kind === 'screen-opened' &&
          (view.screen === 'username' || 'proxy' in view || isSending);
        if (!isForm)
          expect([one, polite + assertive + openingFor([one], en)]).not.toEqual([one, '']);
      }
    });
  });
});
