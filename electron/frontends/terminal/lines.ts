import {
  isChallenge,
  type AnyChallengeView,
  type CodeProblem,
  type FailedView,
  type LoginView,
  type MethodsView,
  type Notice,
  type SucceededView,
} from '../../../shared/login/login-view.ts';
import type { News, NewsOf, ProblemView } from '../../../shared/login/news.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Method } from '../../../shared/service/methods.ts';
import { enMethods } from '../../../shared/strings/en-methods.ts';
import { enProxyLogin } from '../../../shared/strings/en-proxy-login.ts';
import {
  codeProblem,
  confirmedSentence,
  enUsernameProblem,
  PAUSE_OVER,
  startingSentence,
  whatToDo,
} from '../../../shared/strings/en-sentences.ts';
import { enPlaces, enStates } from '../../../shared/strings/en-states.ts';
import { enTerminal } from '../../../shared/strings/en-terminal.ts';
import { duration, timeLeft } from '../../../shared/strings/en-time.ts';
import { plainText } from '../../../shared/strings/types.ts';
import { isForDoctor } from './doctor-offer.ts';
import type { QrPicture } from './terminal-port.ts';
import { canRepeat, methodsInOrder } from './questions.ts';

/** What is to be written: a line, one with an address to copy in it, or a picture. */
export type Line =
  string | Readonly<{ text: string; address: string }> | Readonly<{ picture: readonly string[] }>;

/** What the lines depend on beside the news. */
export type LineContext = Readonly<{
  /** Where a guest network can show its page; empty where there is none. */
  signInAddress: string;
  /** What finds the cause of a failure; null once it was named. */
  doctorCommand: string | null;
  /** A QR code as the terminal can draw it now. */
  qrOf: (text: string) => QrPicture;
}>;

/** The lines for what is news (`shared/login/narrator.ts`), which decides what is announced: here it is only phrased. */
export function linesOf(all: readonly News[], context: LineContext): readonly Line[] {
  const lines = all.flatMap((news) => ofNews(news, context)).filter((line) => line !== null);
  const isPicture = (line: Line): boolean => typeof line === 'object' && 'picture' in line;
  // A picture comes last, so that nothing but the question pushes it up and out of sight.
  return [...lines.filter((line) => !isPicture(line)), ...lines.filter(isPicture)];
}

/** Whether there is an end among the news whose cause the doctor may find. */
export function isDoctorWorthNaming(all: readonly News[]): boolean {
  return all.some((news) => news.kind === 'screen-opened' && isForDoctor(news.view));
}

type Lines = readonly (Line | null)[];

function ofNews(news: News, context: LineContext): Lines {
  switch (news.kind) {
    case 'screen-opened':
      return ofScreen(news, context);
    case 'list-again':
      return listOf(news.view);
    case 'asking':
      return [enStates.working];
    case 'asking-stopped':
      return [enPlaces.whoIsSigningIn];
    case 'starting':
      return [startingSentence(news.method)];
    case 'notice':
      return noticeLines(news.view);
    case 'problem':
      return ofProblem(news.view);
    case 'link-lost':
      return [enStates.reconnecting];
    case 'link-back':
      return [enStates.connected];
    case 'verifying':
      return [enStates.verifying];
    case 'code-accepted':
      return [enStates.accepted];
    case 'more-time':
      return [enStates.moreTime(news.remainingMs)];
    case 'end-behind':
      return [enStates.loginOver];
    case 'time-left':
      return [enTerminal.milestone(news.remainingMs, news.canExtend)];
    case 'pause-over':
      return [PAUSE_OVER];
    default:
      return assertNever(news, 'news');
  }
}

function ofScreen({ view, isAgain }: NewsOf<'screen-opened'>, context: LineContext): Lines {
  switch (view.screen) {
    case 'username':
      return [enPlaces.whoIsSigningIn];
    case 'methods':
      return listOf(view);
    case 'account-waiting':
      return [
        '',
        enPlaces.notApproved,
        view.webUri === null ? enPlaces.notApprovedSentence : enPlaces.notApprovedWithAddress,
        view.webUri === null ? null : { text: view.webUri, address: view.webUri },
      ];
    case 'failed':
      return [...ofFailed(view), ofSignIn(view, context), ofDoctor(view, context)];
    case 'succeeded':
      return ofSucceeded(view);
    default:
      return ofChallenge(view, isAgain, context);
  }
}

function ofSignIn(view: FailedView, { signInAddress: address }: LineContext): Line | null {
  const isPortal = view.code === 'network-sign-in' && address !== '';
  return isPortal ? { text: enTerminal.signInAddress(address), address } : null;
}

function ofDoctor(view: FailedView, { doctorCommand }: LineContext): string | null {
  return doctorCommand !== null && isForDoctor(view) ? enTerminal.doctor(doctorCommand) : null;
}

/** Who asks, whom, and the methods, numbered. */
export function listOf(view: MethodsView): readonly string[] {
  const { application, company } = view.asker;
  const asker = [application, company].filter((name) => name !== '').join(', ');
  const rows = methodsInOrder(view).map(({ method, availableInMs }, index) => {
    const wait =
      availableInMs === null
        ? `. ${enStates.sentTooOften}`
        : availableInMs > 0
          ? `. ${enStates.availableIn(duration(availableInMs))}`
          : '';
    const isRemembered = method === view.remembered;
    return `  ${index + 1}  ${enMethods[method].name}${isRemembered ? ` (${enStates.remembered})` : ''}${wait}`;
  });
  return [
    '',
    enPlaces.confirmItIsYou,
    ...(asker === '' ? [] : [asker]),
    `${enPlaces.signingInAs} ${view.username}`,
    ...rows,
  ];
}

/** A notice with the pause in it and the service's own words. */
export function noticeLines(view: Readonly<{ notice: Notice | null }> & LoginView): readonly string[] {
  const { notice } = view;
  if (notice === null) return [];
  const waitMs = 'waitMs' in notice ? notice.waitMs : 0;
  return [
    enTerminal.notice(notice, isChallenge(view) && canRepeat(view)),
    ...(waitMs > 0 ? [enStates.possibleIn(waitMs)] : []),
    ...ofWords('words' in notice ? notice.words : null),
  ];
}

function ofWords(words: Parameters<typeof enTerminal.serviceSays>[0]): readonly string[] {
  const said = enTerminal.serviceSays(words);
  return said === '' ? [] : [said];
}

function ofFailed(view: FailedView): readonly (string | null)[] {
  const words = enTerminal.errors[view.code];
  return [
    '',
    words.title,
    view.proxy?.hasRefused === true ? enProxyLogin.refused : null,
    view.proxy === null ? words.whatHappened : plainText(enProxyLogin.asks(view.proxy.name)),
    whatToDo(view.code, view.advice),
    view.waitMs > 0 ? enStates.possibleIn(view.waitMs) : null,
    ...ofWords(view.words),
    `${enPlaces.reference}: ${view.reference}`,
    view.configKey === null ? null : `${enPlaces.setting}: ${view.configKey}`,
  ];
}

function ofSucceeded(view: SucceededView): readonly string[] {
  if (view.outcome === 'bypassed') return [enPlaces.bypassed, ...ofWords(view.words)];
  if (view.outcome === 'allowed-unreachable') return [enPlaces.unreachable];
  return [plainText(confirmedSentence(view.username, view.asker))];
}

function ofChallenge(view: AnyChallengeView, isAgain: boolean, { qrOf }: LineContext): Lines {
  const qr = view.screen === 'qr' ? { text: view.qrText, picture: qrOf(view.qrText) } : null;
  const isUndrawn = qr?.picture.isDrawn === false;
  return [
    ...(isAgain ? ofAnotherStart(view, isUndrawn) : ofStart(view, isUndrawn)),
    ...(qr === null ? [] : ofQr(qr.text, qr.picture, view.hasOtherWays)),
    `${timeLeft(view.remainingMs)}.`,
    qr?.picture.isDrawn ? { picture: qr.picture.lines } : null,
  ];
}

/** What stands in the picture; where there is none, why, and what to do instead. */
function ofQr(text: string, picture: QrPicture, hasOtherWays: boolean): readonly Line[] {
  if (picture.isDrawn) return [{ text: enTerminal.scanText(text), address: text }];
  return [
    enTerminal.noPicture(picture.why),
    { text: enTerminal.openText(text), address: text },
    ...(hasOtherWays ? [enTerminal.orAnotherWay] : []),
  ];
}

/** @param isUndrawn its words are of a picture that is not there */
function ofStart(view: AnyChallengeView, isUndrawn: boolean): readonly (string | null)[] {
  const { heading, instruction, hint, asked } = enMethods[view.method];
  if (isUndrawn) return ['', heading];
  return ['', heading, asked, instruction, ...factsOf(view), hint === '' ? null : hint];
}

function ofAnotherStart(view: AnyChallengeView, isUndrawn: boolean): readonly string[] {
  return isUndrawn ? [''] : [enMethods[view.method].askedAgain];
}

/** What the person should see on the phone, or where the code was sent. */
function factsOf(view: AnyChallengeView): readonly (string | null)[] {
  if (view.screen === 'code') {
    return [view.phoneNumber === null ? null : `${enPlaces.sentTo} ${view.phoneNumber}`];
  }
  if (view.screen !== 'approval') return [];
  const { asker, hostName, phoneNumber } = view;
  const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
  return [
    view.method === 'push' ? `${enPlaces.onPhone}:` : null,
    fact(enPlaces.phone, phoneNumber),
    fact(enPlaces.application, asker.application),
    fact(enPlaces.computer, hostName),
    `  ${enTerminal.askedAt(time.format(Date.now() - view.elapsedMs))}`,
  ];
}

const fact = (label: string, value: string | null): string | null =>
  value === null || value === '' ? null : `  ${label}: ${value}`;

function ofProblem(view: ProblemView): Lines {
  return view.screen === 'username'
    ? [enUsernameProblem[view.problem]]
    : ofCodeProblem(view.problem, view.method);
}

function ofCodeProblem(problem: CodeProblem, method: Method): Lines {
  const waitMs = problem.kind === 'too-many' ? problem.waitMs : 0;
  return [
    codeProblem(problem, method),
    waitMs > 0 ? enStates.possibleIn(waitMs) : null,
    ...ofWords('words' in problem ? problem.words : null),
  ];
}

/** The service's own host over http, which a guest network can put its page in place of; empty where there is none. */
export function signInAddress(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' ? `http://${hostname}/` : '';
}
