import type {
  AccountWaitingView,
  CodeView,
  FailedView,
  LoginView,
  MethodsView,
  Notice,
  SecurityKeyView,
  SucceededView,
  UsernameView,
} from '../../shared/login/login-view.ts';
import { hasEndedBehind } from '../../shared/login/view-change.ts';
import type { Method } from '../../shared/service/methods.ts';
import { plainText, type Strings } from '../strings/index.ts';
import { againLabel, isChallenge, type AnyChallengeView } from './screens.ts';

/** What is said when a view replaces another; empty = nothing. */
export type Sentences = Readonly<{ polite: string; assertive: string }>;

/** A view with the moment (wall clock) when it came. */
export type ShownView = Readonly<{ view: LoginView; atEpochMs: number }>;

/** What has to be remembered over views: the last way that was started, to tell "again" from "first". */
export type AnnouncerMemory = Readonly<{
  shown: ShownView | null;
  started: Readonly<{ method: Method; startedAtMs: number }> | null;
}>;

export const NO_MEMORY: AnnouncerMemory = { shown: null, started: null };

const SILENT: Sentences = { polite: '', assertive: '' };
/** Two views of one wait disagree a little about its start (rounding, delivery); a new start differs by more. */
const SAME_START_MS = 1500;
/** `More time` adds far more than delivery jitter. */
const MORE_TIME_MS = 2000;

const joined = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ');
const politely = (...sentences: readonly string[]): Sentences => ({
  polite: joined(...sentences),
  assertive: '',
});
const atOnce = (sentence: string): Sentences => ({ polite: '', assertive: sentence });

/**
 * The sentences for a change of the view (WCAG 4.1.3). Headings are not among them: a new screen's heading has
 * the focus and is read by that. Nor are the problems of a field: the field says them (`useProblem`). Pure, so that the transcript of a whole login can be tested.
 */
export function announce(
  memory: AnnouncerMemory,
  shown: ShownView,
  strings: Strings,
): Readonly<{ memory: AnnouncerMemory; sentences: Sentences }> {
  const { view } = shown;
  const before = memory.shown?.view ?? null;
  const started = isChallenge(view)
    ? { method: view.method, startedAtMs: shown.atEpochMs - view.elapsedMs }
    : view.screen === 'methods'
      ? memory.started
      : null;
  return { memory: { shown, started }, sentences: sentencesFor() };

  function sentencesFor(): Sentences {
    switch (view.screen) {
      case 'username':
        return forUsername(before, view, strings);
      case 'methods':
        return forMethods(memory, shown.atEpochMs, view, strings);
      case 'account-waiting':
        return before?.screen === view.screen
          ? politely(strings.accountWaiting.stillWaiting)
          : forAccountWaiting(view, strings);
      case 'failed':
        if (before?.screen !== view.screen || !isSameEnd(before, view)) return forFailed(view, strings);
        return hasEndedBehind(before, view) ? atOnce(strings.failed.isOver) : SILENT;
      case 'succeeded':
        return before?.screen === view.screen ? SILENT : forSucceeded(view, strings);
      default:
        return forChallenge(memory, shown.atEpochMs, view, strings);
    }
  }
}

function forUsername(before: LoginView | null, view: UsernameView, strings: Strings): Sentences {
  const last = before?.screen === 'username' ? before : null;
  if (view.busy) return last?.busy === true ? SILENT : politely(strings.common.working);
  // The field says what is wrong with the name; else the person has ended it.
  return last?.busy === true && view.problem === null ? politely(strings.common.stopped) : SILENT;
}

function forMethods(
  memory: AnnouncerMemory,
  atEpochMs: number,
  view: MethodsView,
  strings: Strings,
): Sentences {
  const before = memory.shown?.view;
  const last = before?.screen === 'methods' ? before : null;
  if (view.starting !== null) {
    return last?.starting === view.starting
      ? SILENT
      : politely(strings.pickMethod.startingSpoken(view.starting));
  }
  const wasTold = last !== null && last.starting === null && last.notice !== null;
  const gotMs =
    last === null
      ? 0
      : view.remainingMs - last.remainingMs + atEpochMs - (memory.shown?.atEpochMs ?? atEpochMs);
  return politely(
    view.notice === null || wasTold ? '' : noticeSpoken(view.notice, strings),
    gotMs > MORE_TIME_MS ? strings.wait.moreTimeSpoken(view.remainingMs) : '',
  );
}

/** A notice with what the eye finds beside it: the pause, and the service's own words. */
function noticeSpoken(notice: Notice, strings: Strings): string {
  const pauseMs = notice.kind === 'too-many' ? notice.waitMs : 0;
  return joined(
    strings.notice(notice, null),
    pauseMs > 0 ? strings.wait.availableInSpoken(pauseMs) : '',
    'words' in notice ? strings.serviceSpoken(notice.words) : '',
  );
}

function forAccountWaiting(view: AccountWaitingView, strings: Strings): Sentences {
  const { sentence, sentenceWithAddress } = strings.accountWaiting;
  return politely(view.webUri === null ? sentence : sentenceWithAddress);
}

function isSameEnd(before: FailedView, view: FailedView): boolean {
  return before.code === view.code && before.proxy?.hasRefused === view.proxy?.hasRefused;
}

function forFailed(view: FailedView, strings: Strings): Sentences {
  const { proxy } = view;
  if (proxy !== null) {
    // The focus goes to the field, so nothing else reads the heading.
    const { refused, asks } = strings.proxyLogin;
    const title = `${strings.errors[view.code].title}.`;
    return atOnce(joined(title, proxy.hasRefused ? refused : plainText(asks(proxy.name))));
  }
  return atOnce(
    joined(
      strings.errors[view.code].whatHappened,
      strings.whatToDo(view.code, view.advice),
      view.waitMs > 0 ? strings.wait.availableInSpoken(view.waitMs) : '',
      strings.serviceSpoken(view.words),
    ),
  );
}

function forSucceeded(view: SucceededView, strings: Strings): Sentences {
  const { succeeded } = strings;
  if (view.outcome === 'bypassed') return politely(succeeded.bypassedSentence);
  if (view.outcome === 'allowed-unreachable') return politely(succeeded.unreachableSentence);
  return politely(plainText(succeeded.sentence(view.username, view.asker)));
}

function forChallenge(
  memory: AnnouncerMemory,
  atEpochMs: number,
  view: AnyChallengeView,
  strings: Strings,
): Sentences {
  const words = strings.methods[view.method];
  const { wait, code } = strings;
  const notice = view.notice === null ? '' : strings.notice(view.notice, againLabel(view, strings));
  const isSameWay = memory.started?.method === view.method;
  const isSameStart =
    isSameWay && Math.abs(atEpochMs - view.elapsedMs - memory.started.startedAtMs) < SAME_START_MS;
  const last = memory.shown?.view;
  if (last === undefined || !isChallenge(last) || last.method !== view.method || !isSameStart) {
    const asked = isSameWay && !isSameStart ? words.askedAgain : words.asked;
    return politely(asked, wait.waitingSpoken, `${wait.timeLeft(view.remainingMs)}.`, notice);
  }

  const expectedMs = last.remainingMs - (atEpochMs - (memory.shown?.atEpochMs ?? atEpochMs));
  return politely(
    view.isVerifying && !last.isVerifying ? wait.verifyingSpoken : '',
    isAccepted(view) && !isAccepted(last) ? code.acceptedSpoken : '',
    view.link === 'reconnecting' && last.link === 'connected' ? wait.reconnectingSpoken : '',
    view.link === 'connected' && last.link === 'reconnecting' ? wait.connectedSpoken : '',
    notice !== '' && view.notice?.kind !== last.notice?.kind ? notice : '',
    view.remainingMs - expectedMs > MORE_TIME_MS ? wait.moreTimeSpoken(view.remainingMs) : '',
  );
}

function isAccepted(view: AnyChallengeView): boolean {
  return hasField(view) && view.isAccepted;
}

function hasField(view: AnyChallengeView): view is CodeView | SecurityKeyView {
  return view.screen === 'code' || view.screen === 'security-key';
}
