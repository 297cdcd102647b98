import {
  hasField,
  isChallenge,
  type FailedView,
  type SucceededView,
} from '../../shared/login/view/login-view.ts';
import type { News, NewsOf, NoticedView } from '../../shared/login/narration/news.ts';
import { partsOfNotice, partsOfProblem } from '../../shared/login/view/view-parts.ts';
import { assertNever } from '../../shared/result.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { plainText } from '../../shared/strings/types.ts';
import { permittedAgainLabel, othersToOffer } from './screen-rules.ts';

export type Sentences = Readonly<{ polite: string; assertive: string }>;

/** Joined sentences, and when a screen reader is to speak them. */
type Phrase = Readonly<{ how: keyof Sentences; sentence: string }>;

const politely = (...sentences: readonly string[]): Phrase => ({
  how: 'polite',
  sentence: joined(sentences),
});
const atOnce = (...sentences: readonly string[]): Phrase => ({
  how: 'assertive',
  sentence: joined(sentences),
});

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/**
 * What live regions say of news on the current screen (WCAG 4.1.3). Problems and failures are
 * assertive.
 */
export function sentencesFor(all: readonly News[], strings: Strings): Sentences {
  const phrases = all.map((news) => phraseOf(news, all.length === 1, strings));
  const allThat = (wanted: keyof Sentences): string =>
    joined(phrases.filter(({ how }) => how === wanted).map(({ sentence }) => sentence));
  return { polite: allThat('polite'), assertive: allThat('assertive') };
}

/**
 * What a screen reader reads behind a new screen's heading. A live region would interrupt or repeat
 * the heading.
 */
export function openingFor(all: readonly News[], strings: Strings): string {
  return joined(
    all.map((news) =>
      news.kind === 'screen-opened'
        ? openingOf(news, strings)
        : phraseOf(news, false, strings).sentence,
    ),
  );
}

function phraseOf(news: News, isAlone: boolean, strings: Strings): Phrase {
  switch (news.kind) {
    case 'screen-opened':
      return phraseOfScreen(news, strings);
    case 'list-again':
      // Other news explains why the list is back, so that its heading is not needed.
      return politely(
        isAlone
          ? strings.formatMessage('window.sentence', {
              words: strings.formatMessage('screen.confirm-it-is-you'),
            })
          : '',
      );
    case 'waiting-for-service':
      return politely(strings.common.working);
    case 'wait-stopped':
      return politely(strings.formatMessage('window.stopped'));
    case 'starting':
      return politely(strings.starting(news.method));
    case 'notice':
      return politely(noticeSentences(news.view, strings));
    case 'username-problem':
      return atOnce(strings.usernameProblem[news.problem]);
    case 'code-problem':
      return atOnce(codeProblemSentences(news, strings));
    case 'left-on-phone':
      return politely(strings.formatMessage('state.left-on-phone'));
    case 'others-offered':
      return politely(
        strings.formatMessage('state.others-offered'),
        ...othersToOffer(news.view).map((method) =>
          strings.formatMessage('window.sentence', { words: strings.methods[method].name }),
        ),
      );
    case 'link-lost':
      return politely(strings.formatMessage('state.reconnecting'));
    case 'link-back':
      return politely(strings.formatMessage('state.connected'));
    case 'page-unopened':
      return atOnce(strings.formatMessage('screen.page-unopened'));
    case 'verifying':
      return politely(strings.formatMessage('state.verifying'));
    case 'code-accepted':
      return politely(strings.formatMessage('state.accepted'));
    case 'more-time':
      return politely(strings.moreTime(news.remainingMs));
    case 'expired-behind-failure':
      return atOnce(strings.formatMessage('state.login-over'));
    case 'time-left':
      return politely(strings.milestone(news.remainingMs, news.canExtend));
    case 'pause-over':
      return politely(strings.formatMessage('pause.over'));
    default:
      return assertNever(news, 'news');
  }
}

/** A screen that opens again after a retry announces only the result of the retry. */
function phraseOfScreen(news: NewsOf<'screen-opened'>, strings: Strings): Phrase {
  const { view, isAgain } = news;
  if (view.screen === 'failed') {
    const isRefused = view.proxy?.hasRefused === true;
    return atOnce(isRefused ? strings.formatMessage('proxy.refused') : openingOf(news, strings));
  }
  if (view.screen === 'account-waiting' && isAgain)
    return politely(strings.formatMessage('window.waiting.still'));
  if (isChallenge(view) && isAgain) {
    const { startedAgain } = strings.methods[view.method];
    return politely(
      startedAgain,
      strings.formatMessage('state.waiting'),
      strings.milestone(view.remainingMs, false),
    );
  }
  return politely(openingOf(news, strings));
}

function openingOf({ view, isAgain }: NewsOf<'screen-opened'>, strings: Strings): string {
  switch (view.screen) {
    case 'username':
      return '';
    case 'methods':
      return joined([
        strings.formatMessage('window.sentence', {
          words: plainText(strings.sentence('screen.signing-in-as', { username: view.username })),
        }),
        strings.formatMessage('window.methods.to-do', { count: view.choices.length }),
      ]);
    case 'hosted-page':
      return joined([
        strings.pageSentence({ ...view, isUnopened: false }),
        view.purpose === 'verify' ? strings.milestone(view.remainingMs, false) : '',
      ]);
    case 'account-waiting':
      return strings.formatMessage(
        view.webUri === null ? 'screen.not-approved-sentence' : 'screen.not-approved-with-address',
      );
    case 'failed':
      return failureSentences(view, strings);
    case 'succeeded':
      return successSentences(view, strings);
    default: {
      // A code that was typed beside a push is still being sent, so that the person has nothing to
      // do yet.
      if (view.screen === 'code' && view.isStarting) return '';
      const { started, startedAgain, instruction, hint } = strings.methods[view.method];
      const timeLeft = strings.milestone(view.remainingMs, false);
      const sent = isAgain ? startedAgain : started;
      // Leave out the instruction: it is read as the description of the focused field.
      if (hasField(view)) return joined([sent, timeLeft]);
      const qrAlternative =
        view.method === 'qrcode' ? strings.formatMessage('window.qr.instead') : '';
      const takesCode = view.screen === 'approval' && view.codeBeside !== null;
      const orCode = takesCode
        ? strings.formatMessage('window.sentence', {
            words: strings.formatMessage('window.code.beside'),
          })
        : '';
      return joined([
        sent,
        instruction,
        hint,
        orCode,
        qrAlternative,
        strings.formatMessage('state.waiting'),
        timeLeft,
      ]);
    }
  }
}

function failureSentences(view: FailedView, strings: Strings): string {
  // The login form already names the proxy and its request.
  if (view.proxy !== null)
    return view.proxy.hasRefused ? strings.formatMessage('proxy.refused') : '';
  return joined([
    strings.errors[view.code].whatHappened,
    strings.whatToDo(view.code, view.advice),
    view.waitMs > 0 ? strings.possibleIn(view.waitMs) : '',
    strings.serviceSpoken(view.serviceText),
  ]);
}

function successSentences(view: SucceededView, strings: Strings): string {
  const toGoOn = strings.formatMessage('window.succeeded.to-go-on');
  switch (view.outcome) {
    case 'confirmed':
      return joined([plainText(strings.confirmed(view.username, view.requester)), toGoOn]);
    case 'bypassed':
      return joined([
        strings.formatMessage('screen.bypassed'),
        strings.serviceSpoken(view.serviceText),
        toGoOn,
      ]);
    case 'allowed-unreachable':
      return joined([strings.formatMessage('screen.unreachable'), toGoOn]);
  }
}

function noticeSentences(view: NoticedView, strings: Strings): string {
  const { notice } = view;
  const { waitMs, serviceText } = partsOfNotice(notice);
  return joined([
    strings.notice(notice, isChallenge(view) ? permittedAgainLabel(view, strings) : null),
    waitMs > 0 ? strings.possibleIn(waitMs) : '',
    strings.serviceSpoken(serviceText),
  ]);
}

function codeProblemSentences(
  { problem, method }: NewsOf<'code-problem'>,
  strings: Strings,
): string {
  const { waitMs, serviceText } = partsOfProblem(problem);
  return joined([
    strings.codeProblem(problem, method),
    waitMs > 0 ? strings.possibleIn(waitMs) : '',
    strings.serviceSpoken(serviceText),
  ]);
}
