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
import { countdownOf } from './news-to-come.ts';
import type { News, NoticedView, TimedView } from './news.ts';
import { partsOfNotice, partsOfProblem, waitOf } from '../view/view-parts.ts';

/** What the narrator remembers of earlier views. */
export type Narrated = Readonly<{
  last: TimedView | null;
  /**
   * The last view that was not only a wait for an answer: after a retry, the same screen can come
   * again.
   */
  standing: LoginView | null;
  /** The method that was started last: shows whether a start is a repetition. */
  started: Readonly<{ method: Method; challenge: number }> | null;
}>;

export const NOTHING_NARRATED: Narrated = { last: null, standing: null, started: null };

/** An extension of the wait by less than this is not announced. */
const SHORTEST_ANNOUNCED_EXTENSION_MS = 2000;

/**
 * The changes between the last view and this one that both frontends announce, in the order of the
 * announcements. It must be called for every view, in order.
 */
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
  const onlyWaitsForAnswer =
    (view.screen === 'username' && view.busy) ||
    (view.screen === 'methods' && view.starting !== null);
  return onlyWaitsForAnswer ? null : view;
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

/** The news of a hosted page. What is on the page, the page itself announces. */
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
  if (view.busy) return previousView?.busy === true ? [] : [{ kind: 'waiting-for-service' }];
  const isSameTry =
    previousView !== null && !previousView.busy && previousView.tries === view.tries;
  const isSameProblem = isSameTry && previousView.problem === view.problem;
  const problem = isSameProblem ? [] : usernameProblemIn(view);
  if (previousView === null) {
    const onPhone = when(view.isLeftOnPhone, { kind: 'left-on-phone' });
    return [{ kind: 'screen-opened', view, isAgain: false }, ...onPhone, ...problem];
  }
  return previousView.busy && view.problem === null ? [{ kind: 'wait-stopped' }] : problem;
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

/** Whether the same methods are listed. When one of them becomes available is announced by a notice. */
function isSameOffer(previousView: MethodsView, view: MethodsView): boolean {
  const methods = previousView.choices.map(({ method }) => method);
  return methods.join() === view.choices.map(({ method }) => method).join();
}

function ofFailed({ last, standing }: Narrated, view: FailedView): readonly News[] {
  const previousView = last?.view.screen === 'failed' ? last.view : null;
  const isAgain = standing?.screen === 'failed' && standing.code === view.code;
  const isSameFailure =
    previousView !== null && isAgain && previousView.proxy?.hasRefused === view.proxy?.hasRefused;
  if (!isSameFailure) return [{ kind: 'screen-opened', view, isAgain }];
  return canGoOn(previousView) && !canGoOn(view) ? [{ kind: 'expired-behind-failure' }] : [];
}

/** Whether the login can go on after this failure, and need not start again. */
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
  const hasVerificationEnded = previousView?.isVerifying === true && !view.isVerifying;
  const opened = { kind: 'screen-opened', view, isAgain: isSameMethod && !isSameStart } as const;
  const wasConnected = previousView === null || previousView.link === 'connected';
  // A verification that ends in the same notice is announced again, because it answers another act
  // of the person.
  const isNoticeKnown =
    isSameNotice(previousView?.notice ?? null, view.notice) && !hasVerificationEnded;
  const notice = isNoticeKnown ? [] : noticeIn(view);
  return [
    ...when(previousView === null, opened),
    ...when(isBusy(view) && !isBusy(previousView), { kind: 'waiting-for-service' }),
    ...when(view.isVerifying && previousView?.isVerifying !== true, { kind: 'verifying' }),
    ...when(isAccepted(view) && !isAccepted(previousView), { kind: 'code-accepted' }),
    ...when(view.link === 'reconnecting' && wasConnected, { kind: 'link-lost' }),
    // The notice of a missed approval says already that the connection is back.
    ...when(view.link === 'connected' && !wasConnected && !notice.some(announcesMiss), {
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

function announcesMiss(news: News): boolean {
  return news.kind === 'notice' && news.view.notice.kind === 'possibly-missed';
}

function isBusy(view: AnyChallengeView | null): boolean {
  return view !== null && hasField(view) && view.busy;
}

function isAccepted(view: AnyChallengeView | null): boolean {
  return view !== null && hasField(view) && view.isAccepted;
}

/**
 * Whether a problem was announced before. After an answer of the service it is new; a countdown
 * does not make it new.
 */
function isSameProblem(previousView: AnyChallengeView | null, view: AnyChallengeView): boolean {
  if (previousView === null || isBusy(previousView)) return false;
  return problemIdentityOf(previousView) === problemIdentityOf(view);
}

function problemIdentityOf(view: AnyChallengeView): string {
  const problem = codeProblemOf(view)?.problem ?? null;
  return `${problem?.kind ?? ''} ${String(partsOfProblem(problem).tries)}`;
}

/** Whether two notices say the same, apart from the time that is left. */
function isSameNotice(previousNotice: Notice | null, notice: Notice | null): boolean {
  if (previousNotice === null || notice === null) return previousNotice === notice;
  return noticeIdentityOf(previousNotice) === noticeIdentityOf(notice);
}

function noticeIdentityOf(notice: Notice): string {
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
  const problemAndMethod = codeProblemOf(view);
  return problemAndMethod === null ? [] : [{ kind: 'code-problem', ...problemAndMethod }];
}

/**
 * Announces a longer wait, but only while a countdown is shown, because every request adds time,
 * too.
 */
function moreTime(last: TimedView | null, { view, atMs }: TimedView): readonly News[] {
  const previousWait = last === null ? null : waitOf(last.view);
  const wait = waitOf(view);
  if (last === null || previousWait === null || wait === null) return [];
  const expectedMs = previousWait.remainingMs - (atMs - last.atMs);
  const addedMs = wait.remainingMs - expectedMs;
  const isAnnounced =
    addedMs > SHORTEST_ANNOUNCED_EXTENSION_MS && countdownOf(view).remainingMs > 0;
  return isAnnounced ? [{ kind: 'more-time', remainingMs: wait.remainingMs }] : [];
}
