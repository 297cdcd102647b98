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
import {
  methodsInOrder,
  partsOfNotice,
  partsOfProblem,
} from '../../../shared/login/view/view-parts.ts';
import { assertNever } from '../../../shared/result.ts';
import type { TerminalStrings } from '../../../shared/strings/terminal-strings.ts';
import { plainText } from '../../../shared/strings/types.ts';
import { isForDoctor } from './doctor-offer.ts';
import type { QrPicture } from './terminal-port.ts';
import { canRepeat } from './questions.ts';

export type Line =
  | string
  | Readonly<{ kind: 'address'; text: string; address: string }>
  | Readonly<{ kind: 'picture'; picture: readonly string[] }>;

export type LineContext = Readonly<{
  strings: TerminalStrings;
  /** `portalProbeAddress`. */
  portalProbeAddress: string;
  /** The command to suggest after a failure; null after it was shown once. */
  doctorCommand: string | null;
  help: string | null;
  qrOf: (text: string) => QrPicture;
}>;

export function linesOf(all: readonly News[], context: LineContext): readonly Line[] {
  const lines = all.flatMap((news) => linesOfNews(news, context)).filter((line) => line !== null);
  const isPicture = (line: Line): boolean => typeof line === 'object' && line.kind === 'picture';
  // Pictures come last, so that no later line scrolls them away.
  return [...lines.filter((line) => !isPicture(line)), ...lines.filter(isPicture)];
}

export function isDoctorWorthNaming(all: readonly News[]): boolean {
  return all.some((news) => news.kind === 'screen-opened' && isForDoctor(news.view));
}

/** A null is no line. */
type Lines = readonly (Line | null)[];

function linesOfNews(news: News, context: LineContext): Lines {
  const { strings } = context;
  switch (news.kind) {
    case 'screen-opened':
      return linesOfScreen(news, context);
    case 'list-again':
      return methodListLines(news.view, strings);
    case 'waiting-for-service':
      return [strings.formatMessage('username.working')];
    case 'wait-stopped':
      return [strings.formatMessage('username.heading')];
    case 'starting':
      return [strings.starting(news.method)];
    case 'notice':
      return noticeLines(news.view, strings);
    case 'username-problem':
      return [strings.formatMessage(`username.problem.${news.problem}`)];
    case 'code-problem':
      return codeProblemLines(news, strings);
    case 'left-on-phone':
      return [strings.formatMessage('state.left-on-phone')];
    case 'others-offered':
      return [strings.othersOffered(news.view.others.map(({ method }) => method))];
    case 'link-lost':
      return [strings.formatMessage('state.reconnecting')];
    case 'link-back':
      return [strings.formatMessage('state.connected')];
    case 'page-unopened':
      return [strings.formatMessage('terminal.page-unopened')];
    case 'verifying':
      return [strings.formatMessage('state.verifying')];
    case 'code-accepted':
      return [strings.formatMessage('state.accepted')];
    case 'more-time':
      return [strings.moreTime(news.remainingMs)];
    case 'expired-behind-failure':
      return [strings.formatMessage('state.login-over')];
    case 'time-left':
      return [strings.milestone(news.remainingMs, news.canExtend)];
    case 'pause-over':
      return [strings.formatMessage('pause.over')];
    default:
      return assertNever(news, 'news');
  }
}

function linesOfScreen({ view, isAgain }: NewsOf<'screen-opened'>, context: LineContext): Lines {
  const { strings } = context;
  switch (view.screen) {
    case 'username':
      return [strings.formatMessage('username.heading')];
    case 'methods':
      return methodListLines(view, strings);
    case 'hosted-page':
      return linesOfHostedPage(view, strings);
    // The service says that the account is not approved yet. With a hosted page, only the page says
    // whether that is so or the login was denied: then the screen is `hosted-page` with the purpose
    // `denied-or-waiting`.
    case 'account-waiting':
      return [
        '',
        strings.formatMessage('screen.not-approved'),
        view.webUri === null
          ? strings.formatMessage('screen.not-approved-sentence')
          : strings.formatMessage('screen.not-approved-with-address'),
        view.webUri === null ? null : { kind: 'address', text: view.webUri, address: view.webUri },
      ];
    case 'failed':
      return [
        ...linesOfFailure(view, strings),
        signInLine(view, context),
        doctorLine(view, context),
        context.help,
      ];
    case 'succeeded':
      return linesOfSuccess(view, strings);
    default:
      return linesOfChallenge(view, isAgain, context);
  }
}

/** Always includes the address, because the browser may run on another computer. */
function linesOfHostedPage(view: HostedPageView, strings: TerminalStrings): Lines {
  const isVerify = view.purpose === 'verify';
  return [
    '',
    strings.formatMessage(isVerify ? 'screen.hosted-page' : 'screen.denied-or-waiting'),
    isVerify
      ? strings.pageIn(view.display)
      : strings.formatMessage('screen.denied-or-waiting-sentence'),
    { kind: 'address', text: view.address, address: view.address },
    isVerify ? strings.milestone(view.remainingMs, false) : null,
  ];
}

function signInLine(
  view: FailedView,
  { strings, portalProbeAddress: address }: LineContext,
): Line | null {
  const isPortal = view.code === 'network-sign-in' && address !== '';
  return isPortal
    ? {
        kind: 'address',
        text: strings.formatMessage('terminal.sign-in-address', { address }),
        address,
      }
    : null;
}

function doctorLine(view: FailedView, { strings, doctorCommand }: LineContext): string | null {
  return doctorCommand !== null && isForDoctor(view)
    ? strings.formatMessage('terminal.doctor', { command: doctorCommand })
    : null;
}

export function methodListLines(view: MethodsView, strings: TerminalStrings): readonly string[] {
  const requester = strings.requester(view.requester);
  const rows = methodsInOrder(view).map(({ method, availableInMs }, index) => {
    const { name } = strings.methods[method];
    const remembered =
      method === view.remembered ? ` (${strings.formatMessage('state.remembered')})` : '';
    return `  ${index + 1}  ${name}${remembered}${unavailability(availableInMs, strings)}`;
  });
  return [
    '',
    strings.formatMessage('screen.confirm-it-is-you'),
    ...(requester === '' ? [] : [requester]),
    plainText(strings.sentence('screen.signing-in-as', { username: view.username })),
    ...rows,
  ];
}

/** What a row of the list says of a method that cannot start now; else empty. */
function unavailability(availableInMs: number | null, strings: TerminalStrings): string {
  if (availableInMs === null) return ` – ${strings.formatMessage('state.sent-too-often')}`;
  if (availableInMs <= 0) return '';
  return ` – ${strings.formatMessage('state.available-in', { time: strings.duration(availableInMs) })}`;
}

/** A view whose screen can show a notice. */
type ViewWithNotice = LoginView & Readonly<{ notice: Notice | null }>;

export function noticeLines(view: ViewWithNotice, strings: TerminalStrings): readonly string[] {
  const { notice } = view;
  if (notice === null) return [];
  const { waitMs, serviceText } = partsOfNotice(notice);
  return [
    strings.notice(notice, isChallenge(view) && canRepeat(view)),
    ...(waitMs > 0 ? [strings.possibleIn(waitMs)] : []),
    ...serviceTextLines(serviceText, strings),
  ];
}

function serviceTextLines(
  serviceText: ServiceText | null,
  strings: TerminalStrings,
): readonly string[] {
  const message = strings.serviceSays(serviceText);
  return message === '' ? [] : [message];
}

function linesOfFailure(view: FailedView, strings: TerminalStrings): readonly (string | null)[] {
  const words = strings.errors[view.code];
  return [
    '',
    words.title,
    view.proxy?.hasRefused === true ? strings.formatMessage('proxy.refused') : null,
    view.proxy === null
      ? words.whatHappened
      : plainText(strings.sentence('proxy.asks', { proxy: view.proxy.name })),
    strings.whatToDo(view.code, view.advice),
    view.waitMs > 0 ? strings.possibleIn(view.waitMs) : null,
    ...serviceTextLines(view.serviceText, strings),
    strings.formatMessage('terminal.fact', {
      label: strings.formatMessage('screen.reference'),
      value: view.reference,
    }),
    view.configKey === null
      ? null
      : strings.formatMessage('terminal.fact', {
          label: strings.formatMessage('screen.setting'),
          value: view.configKey,
        }),
  ];
}

function linesOfSuccess(view: SucceededView, strings: TerminalStrings): readonly string[] {
  switch (view.outcome) {
    case 'confirmed':
      return [plainText(strings.confirmed(view.username, view.requester))];
    case 'bypassed':
      return [
        strings.formatMessage('screen.bypassed'),
        ...serviceTextLines(view.serviceText, strings),
      ];
    case 'allowed-unreachable':
      return [strings.formatMessage('screen.unreachable')];
  }
}

function linesOfChallenge(
  view: AnyChallengeView,
  isAgain: boolean,
  { strings, qrOf }: LineContext,
): Lines {
  // A code was typed during a push. It is sent once its method has started, so no instruction to
  // type one is shown.
  if (view.screen === 'code' && view.isStarting) return ['', strings.methods[view.method].heading];
  const { startedAgain } = strings.methods[view.method];
  const timeLeft = strings.milestone(view.remainingMs, false);
  if (view.screen !== 'qr')
    return [...(isAgain ? [startedAgain] : startLines(view, strings)), timeLeft];
  const picture = qrOf(view.qrText);
  const underPicture = [...qrLines(view.qrText, picture, view.hasOtherMethods, strings), timeLeft];
  if (!picture.isDrawn) {
    // The instructions are about the picture, so that they are left out with it.
    const heading = ['', strings.methods[view.method].heading];
    return [...(isAgain ? [''] : heading), ...underPicture];
  }
  return [
    ...(isAgain ? [startedAgain] : startLines(view, strings)),
    ...underPicture,
    { kind: 'picture', picture: picture.lines },
  ];
}

/** The text of the QR code. Without a picture, also the reason and the alternatives. */
function qrLines(
  text: string,
  picture: QrPicture,
  hasOtherMethods: boolean,
  strings: TerminalStrings,
): readonly Line[] {
  if (picture.isDrawn)
    return [
      {
        kind: 'address',
        text: strings.formatMessage('terminal.scan-text', { text }),
        address: text,
      },
    ];
  return [
    strings.noPicture(picture.why),
    { kind: 'address', text: strings.formatMessage('terminal.open-text', { text }), address: text },
    ...(hasOtherMethods ? [strings.formatMessage('terminal.or-another-way')] : []),
  ];
}

/** The heading of a method and what the person is to do. */
function startLines(view: AnyChallengeView, strings: TerminalStrings): readonly (string | null)[] {
  const { heading, instruction, hint, started } = strings.methods[view.method];
  return [
    '',
    heading,
    started,
    instruction,
    ...factLines(view, strings),
    hint === '' ? null : hint,
    view.canReportNotStarted ? strings.formatMessage('terminal.not-started') : null,
  ];
}

function factLines(view: AnyChallengeView, strings: TerminalStrings): readonly (string | null)[] {
  if (view.screen === 'code') {
    return [
      view.phoneNumber === null
        ? null
        : plainText(strings.sentence('screen.sent-to', { number: view.phoneNumber })),
    ];
  }
  if (view.screen !== 'approval') return [];
  const { requester, hostName, phoneNumber } = view;
  return [
    view.method === 'push' ? strings.formatMessage('terminal.on-phone') : null,
    fact(strings.formatMessage('screen.phone'), phoneNumber, strings),
    fact(strings.formatMessage('screen.application'), requester.application, strings),
    fact(strings.formatMessage('screen.computer'), hostName, strings),
    `  ${strings.formatMessage('terminal.asked-at', { time: strings.timeOfDay(Date.now() - view.elapsedMs) })}`,
  ];
}

const fact = (label: string, value: string | null, strings: TerminalStrings): string | null =>
  value === null || value === ''
    ? null
    : `  ${strings.formatMessage('terminal.fact', { label, value })}`;

function codeProblemLines(
  { problem, method }: NewsOf<'code-problem'>,
  strings: TerminalStrings,
): Lines {
  const { waitMs, serviceText } = partsOfProblem(problem);
  return [
    strings.codeProblem(problem, method),
    waitMs > 0 ? strings.possibleIn(waitMs) : null,
    ...serviceTextLines(serviceText, strings),
  ];
}

/**
 * The address that a person opens to reach the sign-in page of a guest network: the service's host
 * over plain HTTP, which such a network can intercept. Empty if the service's address is no HTTPS.
 */
export function portalProbeAddress(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' ? `http://${hostname}/` : '';
}
