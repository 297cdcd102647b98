import {
  isChallenge,
  type AnyChallengeView,
  type FailedView,
  type HostedPageView,
  type LoginView,
  type MethodsView,
  type Notice,
  type SucceededView,
} from '../../../shared/login/view/login-view.ts';
import type { ServiceText } from '../../../shared/service/service-text.ts';
import type { News, NewsOf } from '../../../shared/login/narration/news.ts';
import { partsOfNotice, partsOfProblem } from '../../../shared/login/view/view-parts.ts';
import { assertNever } from '../../../shared/result.ts';
import type { TerminalStrings } from '../../../shared/strings/terminal-strings.ts';
import { plainText } from '../../../shared/strings/types.ts';
import { isForDoctor } from './doctor-offer.ts';
import type { QrPicture } from './terminal-port.ts';
import { canRepeat, methodsInOrder } from './questions.ts';

export type Line =
  | string
  | Readonly<{ kind: 'address'; text: string; address: string }>
  | Readonly<{ kind: 'picture'; picture: readonly string[] }>;

export type LineContext = Readonly<{
  strings: TerminalStrings;
  /** Triggers a guest network's sign-in page; may be empty. */
  signInAddress: string;
  /** Null after its first mention. */
  doctorCommand: string | null;
  /** Contact from the configuration, or null. */
  help: string | null;
  qrOf: (text: string) => QrPicture;
}>;

/** Phrases news that `shared/login/narration/narrator.ts` selected. */
export function linesOf(all: readonly News[], context: LineContext): readonly Line[] {
  const lines = all.flatMap((news) => ofNews(news, context)).filter((line) => line !== null);
  const isPicture = (line: Line): boolean => typeof line === 'object' && line.kind === 'picture';
  // Last, so that later lines do not scroll it away.
  return [...lines.filter((line) => !isPicture(line)), ...lines.filter(isPicture)];
}

export function isDoctorWorthNaming(all: readonly News[]): boolean {
  return all.some((news) => news.kind === 'screen-opened' && isForDoctor(news.view));
}

type Lines = readonly (Line | null)[];

function ofNews(news: News, context: LineContext): Lines {
  const { strings } = context;
  switch (news.kind) {
    case 'screen-opened':
      return ofScreen(news, context);
    case 'list-again':
      return listOf(news.view, strings);
    case 'asking':
      return [strings.states.working];
    case 'asking-stopped':
      return [strings.places.whoIsSigningIn];
    case 'starting':
      return [strings.starting(news.method)];
    case 'notice':
      return noticeLines(news.view, strings);
    case 'username-problem':
      return [strings.usernameProblem[news.problem]];
    case 'code-problem':
      return ofCodeProblem(news, strings);
    case 'left-on-phone':
      return [strings.states.leftOnPhone];
    case 'others-offered':
      return [strings.othersOffered(news.view.others.map(({ method }) => method))];
    case 'link-lost':
      return [strings.states.reconnecting];
    case 'link-back':
      return [strings.states.connected];
    case 'page-unopened':
      return [strings.pageUnopened];
    case 'verifying':
      return [strings.states.verifying];
    case 'code-accepted':
      return [strings.states.accepted];
    case 'more-time':
      return [strings.states.moreTime(news.remainingMs)];
    case 'end-behind':
      return [strings.states.loginOver];
    case 'time-left':
      return [strings.milestone(news.remainingMs, news.canExtend)];
    case 'pause-over':
      return [strings.pauseOver];
    default:
      return assertNever(news, 'news');
  }
}

function ofScreen({ view, isAgain }: NewsOf<'screen-opened'>, context: LineContext): Lines {
  const { strings } = context;
  switch (view.screen) {
    case 'username':
      return [strings.places.whoIsSigningIn];
    case 'methods':
      return listOf(view, strings);
    case 'hosted-page':
      return ofHostedPage(view, strings);
    case 'account-waiting':
      return [
        '',
        strings.places.notApproved,
        view.webUri === null ? strings.places.notApprovedSentence : strings.places.notApprovedWithAddress,
        view.webUri === null ? null : { kind: 'address', text: view.webUri, address: view.webUri },
      ];
    case 'failed':
      return [...ofFailed(view, strings), ofSignIn(view, context), ofDoctor(view, context), context.help];
    case 'succeeded':
      return ofSucceeded(view, strings);
    default:
      return ofChallenge(view, isAgain, context);
  }
}

/** Always includes the address, because the browser may run on another computer. */
function ofHostedPage(view: HostedPageView, strings: TerminalStrings): Lines {
  const isVerify = view.purpose === 'verify';
  const { hostedPage, deniedOrWaiting, deniedOrWaitingSentence } = strings.places;
  return [
    '',
    isVerify ? hostedPage : deniedOrWaiting,
    isVerify ? strings.pageIn(view.place) : deniedOrWaitingSentence,
    { kind: 'address', text: view.address, address: view.address },
    isVerify ? strings.milestone(view.remainingMs, false) : null,
  ];
}

function ofSignIn(view: FailedView, { strings, signInAddress: address }: LineContext): Line | null {
  const isPortal = view.code === 'network-sign-in' && address !== '';
  return isPortal ? { kind: 'address', text: strings.signInAddress(address), address } : null;
}

function ofDoctor(view: FailedView, { strings, doctorCommand }: LineContext): string | null {
  return doctorCommand !== null && isForDoctor(view) ? strings.doctor(doctorCommand) : null;
}

export function listOf(view: MethodsView, strings: TerminalStrings): readonly string[] {
  const requester = strings.requester(view.requester);
  const rows = methodsInOrder(view).map(({ method, availableInMs }, index) => {
    const wait =
      availableInMs === null
        ? ` – ${strings.states.sentTooOften}`
        : availableInMs > 0
          ? ` – ${strings.states.availableIn(strings.duration(availableInMs))}`
          : '';
    const isRemembered = method === view.remembered;
    return `  ${index + 1}  ${strings.methods[method].name}${isRemembered ? ` (${strings.states.remembered})` : ''}${wait}`;
  });
  return [
    '',
    strings.places.confirmItIsYou,
    ...(requester === '' ? [] : [requester]),
    plainText(strings.places.signingInAs(view.username)),
    ...rows,
  ];
}

export function noticeLines(
  view: Readonly<{ notice: Notice | null }> & LoginView,
  strings: TerminalStrings,
): readonly string[] {
  const { notice } = view;
  if (notice === null) return [];
  const { waitMs, serviceText } = partsOfNotice(notice);
  return [
    strings.notice(notice, isChallenge(view) && canRepeat(view)),
    ...(waitMs > 0 ? [strings.states.possibleIn(waitMs)] : []),
    ...ofServiceText(serviceText, strings),
  ];
}

function ofServiceText(serviceText: ServiceText | null, strings: TerminalStrings): readonly string[] {
  const said = strings.serviceSays(serviceText);
  return said === '' ? [] : [said];
}

function ofFailed(view: FailedView, strings: TerminalStrings): readonly (string | null)[] {
  const words = strings.errors[view.code];
  return [
    '',
    words.title,
    view.proxy?.hasRefused === true ? strings.proxyLogin.refused : null,
    view.proxy === null ? words.whatHappened : plainText(strings.proxyLogin.asks(view.proxy.name)),
    strings.whatToDo(view.code, view.advice),
    view.waitMs > 0 ? strings.states.possibleIn(view.waitMs) : null,
    ...ofServiceText(view.serviceText, strings),
    strings.fact(strings.places.reference, view.reference),
    view.configKey === null ? null : strings.fact(strings.places.setting, view.configKey),
  ];
}

function ofSucceeded(view: SucceededView, strings: TerminalStrings): readonly string[] {
  switch (view.outcome) {
    case 'confirmed':
      return [plainText(strings.confirmed(view.username, view.requester))];
    case 'bypassed':
      return [strings.places.bypassed, ...ofServiceText(view.serviceText, strings)];
    case 'allowed-unreachable':
      return [strings.places.unreachable];
  }
}

function ofChallenge(view: AnyChallengeView, isAgain: boolean, { strings, qrOf }: LineContext): Lines {
  // After a code typed during a push, no action is needed yet.
  if (view.screen === 'code' && view.isStarting) return ['', strings.methods[view.method].heading];
  const qr = view.screen === 'qr' ? { text: view.qrText, picture: qrOf(view.qrText) } : null;
  const isUndrawn = qr?.picture.isDrawn === false;
  return [
    ...(isAgain ? ofAnotherStart(view, isUndrawn, strings) : ofStart(view, isUndrawn, strings)),
    ...(qr === null ? [] : ofQr(qr.text, qr.picture, view.hasOtherMethods, strings)),
    strings.milestone(view.remainingMs, false),
    qr?.picture.isDrawn ? { kind: 'picture', picture: qr.picture.lines } : null,
  ];
}

/** Without a picture, gives the reason and alternatives. */
function ofQr(
  text: string,
  picture: QrPicture,
  hasOtherMethods: boolean,
  strings: TerminalStrings,
): readonly Line[] {
  if (picture.isDrawn) return [{ kind: 'address', text: strings.scanText(text), address: text }];
  return [
    strings.noPicture(picture.why),
    { kind: 'address', text: strings.openText(text), address: text },
    ...(hasOtherMethods ? [strings.orAnotherMethod] : []),
  ];
}

/** @param isUndrawn omit the words about the missing QR code */
function ofStart(
  view: AnyChallengeView,
  isUndrawn: boolean,
  strings: TerminalStrings,
): readonly (string | null)[] {
  const { heading, instruction, hint, started } = strings.methods[view.method];
  if (isUndrawn) return ['', heading];
  return [
    '',
    heading,
    started,
    instruction,
    ...factsOf(view, strings),
    hint === '' ? null : hint,
    view.canReportNotStarted ? strings.notStarted : null,
  ];
}

function ofAnotherStart(
  view: AnyChallengeView,
  isUndrawn: boolean,
  strings: TerminalStrings,
): readonly string[] {
  return isUndrawn ? [''] : [strings.methods[view.method].startedAgain];
}

function factsOf(view: AnyChallengeView, strings: TerminalStrings): readonly (string | null)[] {
  if (view.screen === 'code') {
    return [view.phoneNumber === null ? null : plainText(strings.places.sentTo(view.phoneNumber))];
  }
  if (view.screen !== 'approval') return [];
  const { requester, hostName, phoneNumber } = view;
  return [
    view.method === 'push' ? strings.onPhone : null,
    fact(strings.places.phone, phoneNumber, strings),
    fact(strings.places.application, requester.application, strings),
    fact(strings.places.computer, hostName, strings),
    `  ${strings.askedAt(strings.timeOfDay(Date.now() - view.elapsedMs))}`,
  ];
}

const fact = (label: string, value: string | null, strings: TerminalStrings): string | null =>
  value === null || value === '' ? null : `  ${strings.fact(label, value)}`;

function ofCodeProblem({ problem, method }: NewsOf<'code-problem'>, strings: TerminalStrings): Lines {
  const { waitMs, serviceText } = partsOfProblem(problem);
  return [
    strings.codeProblem(problem, method),
    waitMs > 0 ? strings.states.possibleIn(waitMs) : null,
    ...ofServiceText(serviceText, strings),
  ];
}

/** The service's host over http, for a guest network to intercept; empty without https. */
export function signInAddress(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' ? `http://${hostname}/` : '';
}
