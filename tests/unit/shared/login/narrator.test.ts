import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../electron/frontends/terminal/lines.ts';
import { openingFor, sentencesFor } from '../../../../renderer/view/announcements.ts';
import { enTerminal } from '../../../../shared/strings/en-terminal.ts';
import { en } from '../../../../shared/strings/en-window.ts';
import { transition } from '../../../../shared/login/login-machine.ts';
import { initialState, type LoginState } from '../../../../shared/login/login-state.ts';
import { hasField, isChallenge, type LoginView, type Notice } from '../../../../shared/login/login-view.ts';
import { narrate, NOTHING_NARRATED } from '../../../../shared/login/narrator.ts';
import { newsToCome } from '../../../../shared/login/news-to-come.ts';
import type { News } from '../../../../shared/login/news.ts';
import { viewOf } from '../../../../shared/login/view-of.ts';
import { eventOf, randomSteps, type RandomStep } from '../../../support/login-arbitraries.ts';
import { NOW_MS, policyWith } from '../../../support/login-fixtures.ts';
import {
  approvalView,
  choicesOf,
  codeView,
  failedView,
  FIXTURES,
  keyView,
  methodsView,
  PROXY,
  smsView,
  succeededView,
  usernameView,
} from '../../renderer/fixtures.ts';

/** The kinds of the news of the last of some views; a second goes by between two, and is taken off what is left. */
function lastNews(...views: readonly LoginView[]): readonly News[] {
  let narrated = NOTHING_NARRATED;
  let news: readonly News[] = [];
  views.forEach((view, index) => {
    ({ news, narrated } = narrate(narrated, { view: later(view, index * 1000), atMs: index * 1000 }));
  });
  return news;
}

function later(view: LoginView, ms: number): LoginView {
  return 'remainingMs' in view ? { ...view, remainingMs: view.remainingMs - ms } : view;
}

/** A piece of news in a word or two. */
function named(news: News): string {
  if (news.kind === 'screen-opened') return `${news.isAgain ? 'again' : 'opened'} ${news.view.screen}`;
  if (news.kind === 'notice') return `notice ${news.view.notice.kind}`;
  if (news.kind === 'starting') return `starting ${news.method}`;
  return news.kind;
}

const chooseAgain: Notice = { kind: 'choose-again', words: null };
const refusedBy = (message: string): Notice => ({
  kind: 'method-refused',
  method: 'push',
  words: { message, details: null },
});
const tooMany = (waitMs: number): Notice => ({ kind: 'too-many', method: 'push', waitMs, words: null });
const wrong = (tries: number) => ({ kind: 'wrong', words: null, tries }) as const;
const waiting = FIXTURES['account-waiting'] as LoginView;
const busy = usernameView({ busy: true });
const list = methodsView();
const starting = methodsView({ starting: 'push' });
const push = approvalView();
const missed = approvalView({ notice: { kind: 'possibly-missed' } });
const denied = failedView('denied');
const goOn = failedView('timed-out', { advice: 'same-method', canChooseMethod: true });
const proxy = failedView('proxy-login-required', { proxy: PROXY });
const refused = failedView('proxy-login-required', { proxy: { ...PROXY, hasRefused: true } });

describe('what is news', () => {
  it.each<readonly [what: string, views: readonly LoginView[], news: readonly string[]]>([
    ['the first view', [usernameView()], ['opened username']],
    ['a name on its way', [usernameView(), busy], ['asking']],
    ['still on its way', [usernameView(), busy, busy], []],
    ['that the person stopped', [usernameView(), busy, usernameView()], ['asking-stopped']],
    [
      'a name that cannot be sent',
      [usernameView(), usernameView({ problem: 'empty', tries: 1 })],
      ['problem'],
    ],
    [
      'the same once more',
      [usernameView({ problem: 'empty', tries: 1 }), usernameView({ problem: 'empty', tries: 2 })],
      ['problem'],
    ],
    [
      'a problem that came without a try',
      [usernameView({ tries: 1 }), usernameView({ problem: 'empty', tries: 1 })],
      ['problem'],
    ],
    [
      'the same view of it once more',
      [usernameView({ problem: 'empty', tries: 1 }), usernameView({ problem: 'empty', tries: 1 })],
      [],
    ],
    ['the list', [busy, list], ['opened methods']],
    [
      'the list with a notice',
      [push, methodsView({ notice: chooseAgain })],
      ['opened methods', 'notice choose-again'],
    ],
    ['a notice on the list', [list, methodsView({ notice: chooseAgain })], ['notice choose-again']],
    [
      'a second, different notice on the list',
      [list, methodsView({ notice: chooseAgain }), methodsView({ notice: { kind: 'approval-refused' } })],
      ['notice approval-refused'],
    ],
    [
      'a notice of the same kind with other words',
      [methodsView({ notice: refusedBy('one') }), methodsView({ notice: refusedBy('two') })],
      ['notice method-refused'],
    ],
    [
      'the same notice with another rest',
      [methodsView({ notice: tooMany(9) }), methodsView({ notice: tooMany(8) })],
      [],
    ],
    ['a method that starts', [list, starting], ['starting push']],
    ['one that goes on starting', [list, starting, starting], []],
    ['the list again', [list, starting, list], ['list-again']],
    [
      'the list again with a notice',
      [list, starting, methodsView({ notice: refusedBy('') })],
      ['list-again', 'notice method-refused'],
    ],
    ['a list with other methods', [list, methodsView({ choices: choicesOf('sms') })], ['list-again']],
    ['a list that was never open', [busy, starting, list], ['opened methods']],
    ['more time on the list', [list, methodsView({ remainingMs: 400_000 })], ['more-time']],
    ['a wait', [list, starting, push], ['opened approval']],
    ['the same wait', [push, push, push], []],
    ['a wait with a notice', [starting, missed], ['opened approval', 'notice possibly-missed']],
    ['the same way again', [push, starting, approvalView({ challenge: 2 })], ['again approval']],
    ['the same way again at once', [push, approvalView({ challenge: 2 })], ['again approval']],
    ['another way', [push, starting, smsView({ challenge: 2 })], ['opened code']],
    ['the same way in another login', [push, denied, busy, starting, push], ['opened approval']],
    ['a line that breaks', [push, approvalView({ link: 'reconnecting' })], ['link-lost']],
    ['a line that is back', [approvalView({ link: 'reconnecting' }), push], ['link-back']],
    [
      'a wait that begins without its line',
      [starting, approvalView({ link: 'reconnecting' })],
      ['opened approval', 'link-lost'],
    ],
    ['an answer that is checked', [push, approvalView({ isVerifying: true })], ['verifying']],
    [
      'one that is refused after another',
      [
        approvalView({ notice: { kind: 'approval-refused' }, isVerifying: true }),
        approvalView({ notice: { kind: 'approval-refused' } }),
      ],
      ['notice approval-refused'],
    ],
    ['more time', [push, approvalView({ remainingMs: 110_000 })], ['more-time']],
    ['less than is worth telling', [push, approvalView({ remainingMs: 101_500 })], []],
    [
      'more time that nobody asked for',
      [push, approvalView({ remainingMs: 180_000, isVerifying: true })],
      ['verifying'],
    ],
    ['a code on its way', [codeView(), codeView({ busy: true })], ['asking']],
    ['a wrong code', [codeView(), codeView({ busy: true }), codeView({ problem: wrong(1) })], ['problem']],
    ['the next wrong code', [codeView({ problem: wrong(1) }), codeView({ problem: wrong(2) })], ['problem']],
    [
      'no answer once more',
      [
        codeView({ problem: { kind: 'unanswered' } }),
        codeView({ busy: true }),
        codeView({ problem: { kind: 'unanswered' } }),
      ],
      ['problem'],
    ],
    [
      'a pause that runs',
      [
        keyView({ problem: { kind: 'too-many', waitMs: 9, words: null } }),
        keyView({ problem: { kind: 'too-many', waitMs: 8, words: null } }),
      ],
      [],
    ],
    ['a right code', [codeView({ busy: true }), codeView({ isAccepted: true })], ['code-accepted']],
    ['an account that waits', [busy, waiting], ['opened account-waiting']],
    ['one that still waits', [waiting, busy, { ...waiting }], ['again account-waiting']],
    ['an end', [push, denied], ['opened failed']],
    ['the same end after another try', [denied, busy, { ...denied }], ['again failed']],
    ['another end', [denied, busy, goOn], ['opened failed']],
    ['the same end', [denied, { ...denied, reference: 'other' }], []],
    [
      'the login behind an end that ends',
      [goOn, { ...goOn, advice: 'restart', canChooseMethod: false }],
      ['end-behind'],
    ],
    ['a proxy that asks', [busy, proxy], ['opened failed']],
    ['one that refuses', [proxy, busy, refused], ['again failed']],
    ['one that refuses again', [refused, busy, { ...refused }], ['again failed']],
    ['somebody let in', [push, succeededView()], ['opened succeeded']],
    ['who stays so', [succeededView(), succeededView()], []],
  ])('%s', (_what, views, news) => {
    expect(lastNews(...views).map(named)).toEqual(news);
  });

  it('of the time alone: in time that it runs out, and the end of a pause; nothing while an answer is awaited', () => {
    const coming = (view: LoginView): readonly unknown[] =>
      newsToCome(view).map(({ afterMs, news }) =>
        news.kind === 'time-left' ? [afterMs, news.remainingMs, news.canExtend] : [afterMs, news.kind],
      );
    expect(coming(push)).toEqual([
      [40_000, 60_000, true],
      [70_000, 30_000, true],
      [90_000, 10_000, true],
    ]);
    expect(coming(usernameView({ endsInMs: 31_000 }))).toEqual([
      [1_000, 30_000, false],
      [21_000, 10_000, false],
    ]);
    const still = [
      approvalView({ isVerifying: true }),
      starting,
      codeView({ busy: true }),
      codeView({ isAccepted: true }),
      usernameView(),
      denied,
      succeededView(),
    ];
    for (const view of still) expect(coming(view)).toEqual([]);
    expect(coming(failedView('too-many-attempts', { waitMs: 9_000 }))).toEqual([[9_000, 'pause-over']]);
    expect(coming(methodsView({ notice: tooMany(9_000), remainingMs: 9_999 }))).toEqual([
      [9_000, 'pause-over'],
    ]);
  });
});

/** What a person can see of a view, clocks left out: another text here is a change that they can see. */
function seen(view: LoginView): string {
  if (view.screen === 'username') return text(view.screen, view.busy, view.problem, view.tries);
  if (view.screen === 'methods') {
    const methods = view.choices.map(({ method }) => method);
    return text(view.screen, view.starting, methods, timeless(view.notice));
  }
  if (view.screen === 'failed') {
    return text(view.screen, view.code, view.proxy, view.advice !== 'restart' || view.canChooseMethod);
  }
  if (!isChallenge(view)) return view.screen;
  // The tries tell one problem from the next, whatever words the service has for them.
  const problem = hasField(view) && view.problem !== null ? { ...view.problem, words: null } : null;
  const field = hasField(view) ? [view.busy, view.isAccepted, timeless(problem)] : [];
  return text(view.method, view.challenge, view.link, view.isVerifying, timeless(view.notice), ...field);
}

const text = (...parts: readonly unknown[]): string => JSON.stringify(parts);
const timeless = (given: object | null): unknown => given && { ...given, waitMs: 0, clockOffSeconds: 0 };

/** What goes without a word: what took its place is told, or nothing is to be done about it. */
function isQuietEnd(before: LoginView, view: LoginView): boolean {
  const isVerified = isChallenge(before) && isChallenge(view) && before.isVerifying && !view.isVerifying;
  const isNoticeGone =
    'notice' in before && 'notice' in view && before.notice !== null && view.notice === null;
  return isVerified || isNoticeGone;
}

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
      // The same state a moment later: nothing of it is told twice.
      const again = viewOf(state, { nowMs: atMs + 700, policy, remembered: null, hostName: 'desk-7' });
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

/** Views that can follow one another in any order, with every notice, problem and state of the line among them. */
const NOTICES: readonly (Notice | null)[] = [
  null,
  chooseAgain,
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
    .record({ notice: fc.constantFrom(...NOTICES), starting: fc.constantFrom(null, null, 'push' as const) })
    .map(({ notice, starting: method }) =>
      methodsView({ starting: method, notice: method === null ? notice : null }),
    ),
  fc
    .record({
      challenge: fc.integer({ min: 1, max: 3 }),
      link: fc.constantFrom('connected' as const, 'reconnecting' as const),
      isVerifying: fc.boolean(),
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
    .map(({ busy: isBusy, problem }) => codeView({ busy: isBusy, problem: isBusy ? null : problem })),
);

/** What goes without a word, in a history that no login has: see `isQuietEnd`. */
function isQuiet(before: LoginView, view: LoginView): boolean {
  const isSameScreen = before.screen === view.screen;
  const isField = hasField(before) && hasField(view);
  const isAnswered = isField && before.busy && !view.busy && view.problem === null;
  // A code that was right stays so in every login.
  const isAcceptedNoMore = isField && before.isAccepted && !view.isAccepted;
  const isProblemGone =
    'problem' in before && 'problem' in view && before.problem !== null && view.problem === null;
  const isTurnedBack = before.screen === 'failed' && view.screen === 'failed' && before.code === view.code;
  return (
    isSameScreen &&
    (isQuietEnd(before, view) || isAnswered || isAcceptedNoMore || isProblemGone || isTurnedBack)
  );
}

describe('in any history of views', () => {
  it('every change that can be seen is news, and a view that came already is none', () => {
    const walk = (views: readonly LoginView[]): void => {
      let narrated = NOTHING_NARRATED;
      views.forEach((view, index) => {
        const before = narrated.last?.view ?? null;
        const told = narrate(narrated, { view, atMs: index * 1000 });
        const hasChanged = before === null || seen(before) !== seen(view);
        if (hasChanged && !(before !== null && isQuiet(before, view))) {
          expect({ before, view, news: told.news.length }).not.toMatchObject({ news: 0 });
        }
        const again = { view: later(view, 700), atMs: index * 1000 + 700 };
        expect(narrate(told.narrated, again).news).toEqual([]);
        narrated = told.narrated;
      });
    };
    fc.assert(fc.property(fc.array(anyView, { maxLength: 12 }), walk), { numRuns: RUNS });
  });
});

describe('in any login', () => {
  it('every change that can be seen is news, and nothing else is', () => {
    everyView((view, _atMs, news, before) => {
      const hasChanged = before === null || seen(before) !== seen(view);
      const kinds = news.map(({ kind }) => kind).filter((kind) => kind !== 'more-time');
      if (!hasChanged) expect({ before, view, kinds }).toMatchObject({ kinds: [] });
      else if (!(before !== null && isQuietEnd(before, view)))
        expect({ before, view, news: kinds.length }).not.toMatchObject({ news: 0 });
      expect(new Set(kinds).size).toBe(kinds.length);
    });
  });

  it('both frontends have words for all of it', () => {
    const context = {
      strings: enTerminal,
      signInAddress: '',
      doctorCommand: null,
      qrOf: () => ({ isDrawn: false, why: 'unwanted' }) as const,
    };
    everyView((view, _atMs, news) => {
      for (const one of [...news, ...newsToCome(view).map(({ news: coming }) => coming)]) {
        expect(linesOf([one], context)).not.toEqual([]);
        const { polite, assertive } = sentencesFor([one], en);
        // A form that opens is said by its name and its field.
        const isForm = one.kind === 'screen-opened' && (view.screen === 'username' || 'proxy' in view);
        if (!isForm) expect([one, polite + assertive + openingFor([one], en)]).not.toEqual([one, '']);
      }
    });
  });
});
