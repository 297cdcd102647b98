import { describe, expect, it } from 'vitest';
import type { LoginView, Notice } from '../../../../../shared/login/view/login-view.ts';
import { narrate, NOTHING_NARRATED } from '../../../../../shared/login/narration/narrator.ts';
import { newsToCome } from '../../../../../shared/login/narration/news-to-come.ts';
import type { News } from '../../../../../shared/login/narration/news.ts';
import {
  approvalView,
  choicesOf,
  codeView,
  failedView,
  FIXTURES,
  hostedPageView,
  keyView,
  methodsView,
  PROXY,
  smsView,
  succeededView,
  usernameView,
} from '../../../renderer/fixtures.ts';

/**
 * The news of the last view. One second passes between two views, and is deducted from the time
 * left.
 */
function lastNews(...views: readonly LoginView[]): readonly News[] {
  let narrated = NOTHING_NARRATED;
  let news: readonly News[] = [];
  views.forEach((view, index) => {
    ({ news, narrated } = narrate(narrated, {
      view: later(view, index * 1000),
      atMs: index * 1000,
    }));
  });
  return news;
}

function later(view: LoginView, ms: number): LoginView {
  return 'remainingMs' in view ? { ...view, remainingMs: view.remainingMs - ms } : view;
}

/** A piece of news in a word or two. */
function named(news: News): string {
  if (news.kind === 'screen-opened')
    return `${news.isAgain ? 'again' : 'opened'} ${news.view.screen}`;
  if (news.kind === 'notice') return `notice ${news.view.notice.kind}`;
  if (news.kind === 'starting') return `starting ${news.method}`;
  return news.kind;
}

const chooseAgain: Notice = { kind: 'choose-again', serviceText: null };
const refusedBy = (message: string): Notice => ({
  kind: 'method-refused',
  method: 'push',
  serviceText: { message, details: null },
});
const tooMany = (waitMs: number): Notice => ({
  kind: 'too-many',
  method: 'push',
  waitMs,
  serviceText: null,
});
const wrong = (tries: number) => ({ kind: 'wrong', serviceText: null, tries }) as const;
const waiting = FIXTURES['account-waiting'] as LoginView;
const busy = usernameView({ busy: true });
const list = methodsView();
const starting = methodsView({ starting: 'push' });
const push = approvalView();
const missed = approvalView({ notice: { kind: 'possibly-missed' } });
const lost = approvalView({ link: 'reconnecting' });
const denied = failedView('denied');
const goOn = failedView('timed-out', { advice: 'same-method', canChooseMethod: true });
const proxy = failedView('proxy-login-required', { proxy: PROXY });
const refused = failedView('proxy-login-required', { proxy: { ...PROXY, hasRefused: true } });

describe('the news of a view', () => {
  it.each<readonly [what: string, views: readonly LoginView[], news: readonly string[]]>([
    ['the first view', [usernameView()], ['opened username']],
    ['a name on its way', [usernameView(), busy], ['waiting-for-service']],
    ['a name that is still on its way', [usernameView(), busy, busy], []],
    ['a name that the person stopped', [usernameView(), busy, usernameView()], ['wait-stopped']],
    [
      'a name that cannot be sent',
      [usernameView(), usernameView({ problem: 'empty', tries: 1 })],
      ['username-problem'],
    ],
    [
      'the same problem once more',
      [usernameView({ problem: 'empty', tries: 1 }), usernameView({ problem: 'empty', tries: 2 })],
      ['username-problem'],
    ],
    [
      'a problem that came without a try',
      [usernameView({ tries: 1 }), usernameView({ problem: 'empty', tries: 1 })],
      ['username-problem'],
    ],
    [
      'the same view of a problem once more',
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
      [
        list,
        methodsView({ notice: chooseAgain }),
        methodsView({ notice: { kind: 'approval-refused' } }),
      ],
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
    ['a method that goes on starting', [list, starting, starting], []],
    ['the list again', [list, starting, list], ['list-again']],
    [
      'the list again with a notice',
      [list, starting, methodsView({ notice: refusedBy('') })],
      ['list-again', 'notice method-refused'],
    ],
    [
      'a list with other methods',
      [list, methodsView({ choices: choicesOf('sms') })],
      ['list-again'],
    ],
    ['a list that was never open', [busy, starting, list], ['opened methods']],
    ['more time on the list', [list, methodsView({ remainingMs: 400_000 })], ['more-time']],
    ['a wait', [list, starting, push], ['opened approval']],
    ['the same wait', [push, push, push], []],
    ['a wait with a notice', [starting, missed], ['opened approval', 'notice possibly-missed']],
    ['the same way again', [push, starting, approvalView({ challenge: 2 })], ['again approval']],
    ['the same way again at once', [push, approvalView({ challenge: 2 })], ['again approval']],
    ['another way', [push, starting, smsView({ challenge: 2 })], ['opened code']],
    ['the same way in another login', [push, denied, busy, starting, push], ['opened approval']],
    [
      'the other ways after silence',
      [push, approvalView({ areOthersOffered: true })],
      ['others-offered'],
    ],
    [
      'the other ways of a wait that was come back to',
      [codeView(), approvalView({ areOthersOffered: true })],
      ['opened approval'],
    ],
    [
      'the first screen after a cancelled push',
      [push, usernameView({ isLeftOnPhone: true })],
      ['opened username', 'left-on-phone'],
    ],
    ['the first screen after another method', [codeView(), usernameView()], ['opened username']],
    [
      'a short code',
      [codeView(), codeView({ problem: { kind: 'too-short', tries: 1 } })],
      ['code-problem'],
    ],
    [
      'another short code',
      [
        codeView({ problem: { kind: 'too-short', tries: 1 } }),
        codeView({ problem: { kind: 'too-short', tries: 2 } }),
      ],
      ['code-problem'],
    ],
    [
      'a key of an unknown layout',
      [keyView(), keyView({ problem: { kind: 'unknown-layout', tries: 1 } })],
      ['code-problem'],
    ],
    ['a line that breaks', [push, lost], ['link-lost']],
    ['a line that is back', [lost, push], ['link-back']],
    [
      'a connection that is back, after which an approval may have been missed',
      [lost, missed],
      ['notice possibly-missed'],
    ],
    [
      'a connection that is back while that notice stands',
      [approvalView({ notice: { kind: 'possibly-missed' }, link: 'reconnecting' }), missed],
      ['link-back'],
    ],
    ['a wait that begins without its line', [starting, lost], ['opened approval', 'link-lost']],
    ['an answer that is checked', [push, approvalView({ isVerifying: true })], ['verifying']],
    [
      'an approval that is refused after another',
      [
        approvalView({ notice: { kind: 'approval-refused' }, isVerifying: true }),
        approvalView({ notice: { kind: 'approval-refused' } }),
      ],
      ['notice approval-refused'],
    ],
    ['more time', [push, approvalView({ remainingMs: 110_000 })], ['more-time']],
    [
      'more time, but less than is worth telling',
      [push, approvalView({ remainingMs: 101_500 })],
      [],
    ],
    [
      'more time that was not asked for',
      [push, approvalView({ remainingMs: 180_000, isVerifying: true })],
      ['verifying'],
    ],
    ['a code on its way', [codeView(), codeView({ busy: true })], ['waiting-for-service']],
    [
      'a wrong code',
      [codeView(), codeView({ busy: true }), codeView({ problem: wrong(1) })],
      ['code-problem'],
    ],
    [
      'the next wrong code',
      [codeView({ problem: wrong(1) }), codeView({ problem: wrong(2) })],
      ['code-problem'],
    ],
    [
      'no answer once more',
      [
        codeView({ problem: { kind: 'unanswered' } }),
        codeView({ busy: true }),
        codeView({ problem: { kind: 'unanswered' } }),
      ],
      ['code-problem'],
    ],
    [
      'a pause that runs',
      [
        keyView({ problem: { kind: 'too-many', waitMs: 9, serviceText: null } }),
        keyView({ problem: { kind: 'too-many', waitMs: 8, serviceText: null } }),
      ],
      [],
    ],
    ['a right code', [codeView({ busy: true }), codeView({ isAccepted: true })], ['code-accepted']],
    ['a page of the service', [busy, hostedPageView()], ['opened hosted-page']],
    [
      'a page that goes elsewhere',
      [hostedPageView(), hostedPageView({ address: 'https://mfa.example.com/next' })],
      [],
    ],
    [
      'a page that no browser shows',
      [
        hostedPageView(),
        hostedPageView({ isUnopened: true }),
        hostedPageView({ isUnopened: true }),
      ],
      [],
    ],
    [
      'a page that no browser shows from now on',
      [hostedPageView(), hostedPageView({ isUnopened: true })],
      ['page-unopened'],
    ],
    [
      'a page that came back',
      [hostedPageView(), hostedPageView({ isVerifying: true })],
      ['verifying'],
    ],
    [
      'a page with the reason for a refusal',
      [busy, hostedPageView({ purpose: 'denied-or-waiting' })],
      ['opened hosted-page'],
    ],
    ['an account that waits', [busy, waiting], ['opened account-waiting']],
    ['an account that still waits', [waiting, busy, { ...waiting }], ['again account-waiting']],
    ['an end', [push, denied], ['opened failed']],
    ['the same end after another try', [denied, busy, { ...denied }], ['again failed']],
    ['another end', [denied, busy, goOn], ['opened failed']],
    ['the same end', [denied, { ...denied, reference: 'other' }], []],
    [
      'the login behind an end that ends',
      [goOn, { ...goOn, advice: 'restart', canChooseMethod: false }],
      ['expired-behind-failure'],
    ],
    ['a proxy that asks', [busy, proxy], ['opened failed']],
    ['a proxy that refuses', [proxy, busy, refused], ['again failed']],
    ['a proxy that refuses again', [refused, busy, { ...refused }], ['again failed']],
    ['a person let in', [push, succeededView()], ['opened succeeded']],
    ['a person who stays let in', [succeededView(), succeededView()], []],
    [
      'a page with the reason for a refusal, after the page of the login',
      [hostedPageView(), hostedPageView({ purpose: 'denied-or-waiting' })],
      ['opened hosted-page'],
    ],
    [
      'the same page after another try',
      [hostedPageView(), busy, hostedPageView()],
      ['again hosted-page'],
    ],
    [
      'a page that came back already when it is shown',
      [busy, hostedPageView({ isVerifying: true })],
      ['opened hosted-page', 'verifying'],
    ],
    [
      'a page whose token is still checked',
      [hostedPageView({ isVerifying: true }), hostedPageView({ isVerifying: true })],
      [],
    ],
    [
      'more time on a page',
      [hostedPageView({ remainingMs: 100_000 }), hostedPageView({ remainingMs: 400_000 })],
      ['more-time'],
    ],
    [
      'a name that the service cannot use',
      [usernameView(), busy, usernameView({ problem: 'empty', tries: 1 })],
      ['username-problem'],
    ],
    ['a proxy that refuses without another try', [proxy, refused], ['again failed']],
    [
      'the list behind an end that ends',
      [
        failedView('timed-out', { advice: 'restart', canChooseMethod: true }),
        failedView('timed-out', { advice: 'restart', canChooseMethod: false }),
      ],
      ['expired-behind-failure'],
    ],
    [
      'the advice of an end that ends',
      [
        failedView('timed-out', { advice: 'same-method', canChooseMethod: false }),
        failedView('timed-out', { advice: 'restart', canChooseMethod: false }),
      ],
      ['expired-behind-failure'],
    ],
    [
      'a connection that is back, after which an approval was refused',
      [lost, approvalView({ notice: { kind: 'approval-refused' } })],
      ['link-back', 'notice approval-refused'],
    ],
    ['more time by three seconds', [push, approvalView({ remainingMs: 103_000 })], ['more-time']],
    ['more time by two seconds', [push, approvalView({ remainingMs: 102_000 })], []],
  ])('tells only what is new of %s', (_what, views, news) => {
    expect(lastNews(...views).map(named)).toEqual(news);
  });

  it('tells the time left before a time-out and the end of a pause, but not while an answer is awaited', () => {
    const coming = (view: LoginView): readonly unknown[] =>
      newsToCome(view).map(({ afterMs, news }) =>
        news.kind === 'time-left'
          ? [afterMs, news.remainingMs, news.canExtend]
          : [afterMs, news.kind],
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
    const lastMinute = [
      [30_000, 30_000, true],
      [50_000, 10_000, true],
    ];
    const remainingMs = 60_000;
    const noEvent = { kind: 'code-accepted-no-event' } as const;
    for (const view of [
      approvalView({ remainingMs }),
      codeView({ remainingMs }),
      codeView({ remainingMs, isAccepted: true, notice: noEvent }),
      hostedPageView({ remainingMs, canExtend: true }),
    ])
      expect(coming(view)).toEqual(lastMinute);
    const still = [
      approvalView({ isVerifying: true }),
      hostedPageView({ isVerifying: true }),
      starting,
      codeView({ busy: true }),
      codeView({ isAccepted: true }),
      usernameView(),
      denied,
      succeededView(),
    ];
    for (const view of still) expect(coming(view)).toEqual([]);
    expect(coming(failedView('too-many-attempts', { waitMs: 9_000 }))).toEqual([
      [9_000, 'pause-over'],
    ]);
    expect(coming(methodsView({ notice: tooMany(9_000), remainingMs: 9_999 }))).toEqual([
      [9_000, 'pause-over'],
    ]);
    const problem = { kind: 'too-many', waitMs: 9_000, serviceText: null } as const;
    expect(coming(codeView({ problem, remainingMs: 9_999 }))).toEqual([[9_000, 'pause-over']]);
  });
});
