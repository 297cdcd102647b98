import type { Method } from '../../service/methods.ts';
import {
  codeProblemOf,
  hasField,
  isChallenge,
  type AnyChallengeView,
  type FailedView,
  type HostedPageView,
  type LoginView,
  type MethodsView,
  type Notice,
  type UsernameView,
} from '../view/login-view.ts';
import { runningOut } from './news-to-come.ts';
import type { News, NoticedView, TimedView } from './news.ts';
import { partsOfNotice, partsOfProblem, waitOf } from '../view/view-parts.ts';

export type Narrated = Readonly<{
  last: TimedView | null;
  /** The last view that does not only wait for an answer: a retry can return to it. */
  standing: LoginView | null;
  /** Detects a repeated start. */
  started: Readonly<{ method: Method; challenge: number }> | null;
}>;

export const NOTHING_NARRATED: Narrated = { last: null, standing: null, started: null };

/** Shorter extensions are not announced. */
const MORE_TIME_MS = 2000;

/** The changes that both frontends announce, in this order. Call it for every view, in order. */
export function narrate(
  previous: Narrated,
  now: TimedView,
): Readonly<{ news: readonly News[]; narrated: Narrated }> {
  const { view } = now;
  const standing = standingOf(view) ?? previous.standing;
  return {
    news: newsOf(previous, now),
    narrated: { last: now, standing, started: startedOf(previous, view) },
  };
}

function standingOf(view: LoginView): LoginView | null {
  const isPassing =
    (view.screen === 'username' && view.busy) ||
    (view.screen === 'methods' && view.starting !== null);
  return isPassing ? null : view;
}

function startedOf(previous: Narrated, view: LoginView): Narrated['started'] {
  if (isChallenge(view)) return { method: view.method, challenge: view.challenge };
  return view.screen === 'methods' ? previous.started : null;
}

function newsOf(previous: Narrated, now: TimedView): readonly News[] {
  const { view } = now;
  switch (view.screen) {
    case 'username':
      return ofUsername(previous.last?.view ?? null, view);
    case 'methods':
      return ofMethods(previous, view, now);
    case 'account-waiting':
      if (previous.last?.view.screen === view.screen) return [];
      return [{ kind: 'screen-opened', view, isAgain: previous.standing?.screen === view.screen }];
    case 'hosted-page':
      return ofHostedPage(previous, view, now);
    case 'failed':
      return ofFailed(previous, view);
    case 'succeeded':
      return previous.last?.view.screen === view.screen
        ? []
        : [{ kind: 'screen-opened', view, isAgain: false }];
    default:
      return ofChallenge(previous, view, now);
  }
}

/** The page announces its own content. */
function ofHostedPage(
  { last, standing }: Narrated,
  view: HostedPageView,
  now: TimedView,
): readonly News[] {
  const previousView =
    last?.view.screen === 'hosted-page' && last.view.purpose === view.purpose ? last.view : null;
  const isAgain = standing?.screen === 'hosted-page' && standing.purpose === view.purpose;
  return [
    ...when(previousView === null, { kind: 'screen-opened', view, isAgain }),
    ...when(view.isUnopened && previousView?.isUnopened !== true, { kind: 'page-unopened' }),
    ...when(view.isVerifying && previousView?.isVerifying !== true, { kind: 'verifying' }),
    ...(previousView === null ? [] : moreTime(last, now)),
  ];
}

function ofUsername(last: LoginView | null, view: UsernameView): readonly News[] {
  const previousView = last?.screen === 'username' ? last : null;
  if (view.busy) return previousView?.busy === true ? [] : [{ kind: 'asking' }];
  const isSameTry =
    previousView !== null && !previousView.busy && previousView.tries === view.tries;
  const isSameProblem = isSameTry && previousView.problem === view.problem;
  const problem = isSameProblem ? [] : usernameProblemIn(view);
  if (previousView === null) {
    const onPhone = when(view.isLeftOnPhone, { kind: 'left-on-phone' });
    return [{ kind: 'screen-opened', view, isAgain: false }, ...onPhone, ...problem];
  }
  return previousView.busy && view.problem === null ? [{ kind: 'asking-stopped' }] : problem;
}

function ofMethods(
  { last, standing }: Narrated,
  view: MethodsView,
  now: TimedView,
): readonly News[] {
  const previousView = last?.view.screen === 'methods' ? last.view : null;
  if (view.starting !== null) {
    return previousView?.starting === view.starting
      ? []
      : [{ kind: 'starting', method: view.starting }];
  }
  if (previousView === null || standing?.screen !== 'methods') {
    return [{ kind: 'screen-opened', view, isAgain: false }, ...noticeIn(view)];
  }
  if (previousView.starting !== null) return [{ kind: 'list-again', view }, ...noticeIn(view)];
  return [
    ...(isSameOffer(previousView, view) ? [] : [{ kind: 'list-again', view } as const]),
    ...(isSameNotice(previousView.notice, view.notice) ? [] : noticeIn(view)),
    ...moreTime(last, now),
  ];
}

/** A notice announces changes of availability. */
function isSameOffer(previousView: MethodsView, view: MethodsView): boolean {
  const methods = previousView.choices.map(({ method }) => method);
  return methods.join() === view.choices.map(({ method }) => method).join();
}

function ofFailed({ last, standing }: Narrated, view: FailedView): readonly News[] {
  const previousView = last?.view.screen === 'failed' ? last.view : null;
  const isAgain = standing?.screen === 'failed' && standing.code === view.code;
  const isStill =
    previousView !== null && isAgain && previousView.proxy?.hasRefused === view.proxy?.hasRefused;
  if (!isStill) return [{ kind: 'screen-opened', view, isAgain }];
  return canGoOn(previousView) && !canGoOn(view) ? [{ kind: 'end-behind' }] : [];
}

function canGoOn(view: FailedView): boolean {
  return view.advice !== 'restart' || view.canChooseMethod;
}

function ofChallenge(
  { last, started }: Narrated,
  view: AnyChallengeView,
  now: TimedView,
): readonly News[] {
  const isSameMethod = started?.method === view.method;
  const isSameStart = isSameMethod && started.challenge === view.challenge;
  const previousView = last !== null && isChallenge(last.view) && isSameStart ? last.view : null;
  const isRefusedNow = previousView?.isVerifying === true && !view.isVerifying;
  const opened = { kind: 'screen-opened', view, isAgain: isSameMethod && !isSameStart } as const;
  const wasConnected = previousView === null || previousView.link === 'connected';
  // Each refusal answers an act of the person.
  const isSameAsBefore = isSameNotice(previousView?.notice ?? null, view.notice) && !isRefusedNow;
  const notice = isSameAsBefore ? [] : noticeIn(view);
  return [
    ...when(previousView === null, opened),
    ...when(isBusy(view) && !isBusy(previousView), { kind: 'asking' }),
    ...when(view.isVerifying && previousView?.isVerifying !== true, { kind: 'verifying' }),
    ...when(isAccepted(view) && !isAccepted(previousView), { kind: 'code-accepted' }),
    ...when(view.link === 'reconnecting' && wasConnected, { kind: 'link-lost' }),
    // The notice already mentions the reconnection.
    ...when(view.link === 'connected' && !wasConnected && !notice.some(isMissed), {
      kind: 'link-back',
    }),
    ...notice,
    ...(isSameProblem(previousView, view) ? [] : codeProblemIn(view)),
    ...othersOffered(previousView, view),
    ...(previousView === null ? [] : moreTime(last, now)),
  ];
}

function othersOffered(
  previousView: AnyChallengeView | null,
  view: AnyChallengeView,
): readonly News[] {
  if (previousView?.screen !== 'approval' || view.screen !== 'approval') return [];
  return when(view.areOthersOffered && !previousView.areOthersOffered, {
    kind: 'others-offered',
    view,
  });
}

function when(isNews: boolean, news: News): readonly News[] {
  return isNews ? [news] : [];
}

function isMissed(news: News): boolean {
  return news.kind === 'notice' && news.view.notice.kind === 'possibly-missed';
}

function isBusy(view: AnyChallengeView | null): boolean {
  return view !== null && hasField(view) && view.busy;
}

function isAccepted(view: AnyChallengeView | null): boolean {
  return view !== null && hasField(view) && view.isAccepted;
}

/** A new answer makes a problem new; a countdown does not. */
function isSameProblem(previousView: AnyChallengeView | null, view: AnyChallengeView): boolean {
  if (previousView === null || isBusy(previousView)) return false;
  const identityIn = (one: AnyChallengeView): string => {
    const { problem = null } = codeProblemOf(one) ?? {};
    return `${problem?.kind ?? ''} ${String(partsOfProblem(problem).tries)}`;
  };
  return identityIn(previousView) === identityIn(view);
}

/** Compares notices without countdowns. */
function isSameNotice(previousNotice: Notice | null, notice: Notice | null): boolean {
  if (previousNotice === null || notice === null) return previousNotice === notice;
  return identityOf(previousNotice) === identityOf(notice);
}

function identityOf(notice: Notice): string {
  const { method, serviceText } = partsOfNotice(notice);
  return JSON.stringify([notice.kind, method, serviceText?.message, serviceText?.details]);
}

function noticeIn(view: MethodsView | AnyChallengeView): readonly News[] {
  return view.notice === null ? [] : [{ kind: 'notice', view: view as NoticedView }];
}

function usernameProblemIn({ problem }: UsernameView): readonly News[] {
  return problem === null ? [] : [{ kind: 'username-problem', problem }];
}

function codeProblemIn(view: AnyChallengeView): readonly News[] {
  const found = codeProblemOf(view);
  return found === null ? [] : [{ kind: 'code-problem', ...found }];
}

/** Only during a visible countdown: requests add time too. */
function moreTime(last: TimedView | null, { view, atMs }: TimedView): readonly News[] {
  const previousWait = last === null ? null : waitOf(last.view);
  const wait = waitOf(view);
  if (last === null || previousWait === null || wait === null) return [];
  const expectedMs = previousWait.remainingMs - (atMs - last.atMs);
  const isMore = wait.remainingMs - expectedMs > MORE_TIME_MS && runningOut(view).remainingMs > 0;
  return isMore ? [{ kind: 'more-time', remainingMs: wait.remainingMs }] : [];
}
