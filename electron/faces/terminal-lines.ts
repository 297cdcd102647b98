import type {
  CodeView,
  FailedView,
  LoginView,
  MethodsView,
  Notice,
  SecurityKeyView,
  SucceededView,
} from '../../shared/login/login-view.ts';
import { hasEndedBehind } from '../../shared/login/view-change.ts';
import type { Method } from '../../shared/service/methods.ts';
import { enMethods } from '../../shared/words/en-methods.ts';
import { enProxyLogin } from '../../shared/words/en-proxy-login.ts';
import {
  codeProblem,
  confirmedSentence,
  enUsernameProblem,
  startingSentence,
  whatToDo,
} from '../../shared/words/en-sentences.ts';
import { enPlaces, enStates } from '../../shared/words/en-states.ts';
import { enTerminal } from '../../shared/words/en-terminal.ts';
import { duration, timeLeft } from '../../shared/words/en-time.ts';
import { plainText } from '../../shared/words/types.ts';
import { isForDoctor } from './terminal-doctor.ts';
import type { QrPicture } from './terminal-port.ts';
import { canRepeat, isChallenge, methodsInOrder, type AnyChallengeView } from './terminal-questions.ts';

/** What is to be written: a line, one with an address to copy in it, or a picture. */
export type Line =
  string | Readonly<{ words: string; address: string }> | Readonly<{ picture: readonly string[] }>;

/** What words depend on beside the view. */
export type Around = Readonly<{
  /** Where a guest network can show its page; empty where there is none. */
  signInAddress: string;
  /** What finds the cause of a failure. */
  doctorCommand: string;
  /** A QR code as the terminal can draw it now. */
  qrOf: (text: string) => QrPicture;
}>;

/** What was told already, to tell changes from it. Times in the clock's milliseconds. */
export type Told = Readonly<{
  view: LoginView | null;
  atMs: number;
  /** The last way that was started, to tell "again" from "first". */
  started: Readonly<{ method: Method; atMs: number }> | null;
  /** It was said what finds the cause of a failure. */
  isDoctorNamed: boolean;
}>;

export const NOTHING_TOLD: Told = { view: null, atMs: 0, started: null, isDoctorNamed: false };

/** Two views of one wait disagree a little about its start; a new start differs by more. */
const SAME_START_MS = 1500;
/** "More time" adds far more than the time a view takes to arrive. */
const MORE_TIME_MS = 2000;

/**
 * The lines for a change of the view: all of a new screen, of the same one only what is new.
 *
 * @returns also what is told then
 */
export function tell(
  told: Told,
  view: LoginView,
  nowMs: number,
  { signInAddress, doctorCommand, qrOf }: Around,
): Readonly<{ lines: readonly Line[]; told: Told }> {
  const started = isChallenge(view)
    ? { method: view.method, atMs: nowMs - view.elapsedMs }
    : view.screen === 'methods'
      ? told.started
      : null;
  const isPortal = view.screen === 'failed' && view.code === 'network-sign-in' && signInAddress !== '';
  const all = linesOf(told, view, nowMs, qrOf);
  const address =
    isPortal && told.view?.screen !== 'failed' && all.length > 0
      ? [{ words: enTerminal.signInAddress(signInAddress), address: signInAddress }]
      : [];
  const doctor = isForDoctor(view) && !told.isDoctorNamed ? [enTerminal.doctor(doctorCommand)] : [];
  const lines = [...all, ...address, ...doctor].filter((line) => line !== null);
  const isDoctorNamed = told.isDoctorNamed || doctor.length > 0;
  return { lines, told: { view, atMs: nowMs, started, isDoctorNamed } };
}

function linesOf(told: Told, view: LoginView, nowMs: number, qrOf: Around['qrOf']): readonly (Line | null)[] {
  switch (view.screen) {
    case 'username':
      if (view.busy) return told.view?.screen === 'username' && told.view.busy ? [] : [enStates.working];
      return [view.problem === null ? enPlaces.whoIsSigningIn : enUsernameProblem[view.problem]];
    case 'methods':
      return ofMethods(told, view, nowMs);
    case 'account-waiting':
      return [
        '',
        enPlaces.notApproved,
        view.webUri === null ? enPlaces.notApprovedSentence : enPlaces.notApprovedWithAddress,
        view.webUri === null ? null : { words: view.webUri, address: view.webUri },
      ];
    case 'failed':
      if (told.view?.screen !== 'failed' || told.view.code !== view.code) return ofFailed(view);
      return hasEndedBehind(told.view, view) ? [enStates.loginOver] : [];
    case 'succeeded':
      return ofSucceeded(view);
    default:
      return ofChallenge(told, view, nowMs, qrOf);
  }
}

function ofMethods(told: Told, view: MethodsView, nowMs: number): readonly (Line | null)[] {
  const last = told.view?.screen === 'methods' ? told.view : null;
  if (view.starting !== null) {
    return last?.starting === view.starting ? [] : [startingSentence(view.starting)];
  }
  const wasTold = last !== null && last.starting === null;
  const isSameNotice =
    wasTold && last.notice?.kind === view.notice?.kind && view.notice?.kind !== 'sent-recently';
  const isSameList = wasTold && last.choices.length === view.choices.length;
  const hasMoreTime = wasTold && gainedMs(told, last, view, nowMs) > MORE_TIME_MS;
  return [
    ...(isSameList ? [] : listOf(view)),
    ...(isSameNotice ? [] : ofNotice(view.notice, false)),
    hasMoreTime ? enStates.moreTime(view.remainingMs) : null,
  ];
}

/** Who asks, whom, and the ways, numbered. */
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

function ofNotice(notice: Notice | null, isRepeatable: boolean): readonly (string | null)[] {
  if (notice === null) return [];
  const waitMs = 'waitMs' in notice ? notice.waitMs : 0;
  const words = 'words' in notice ? notice.words : null;
  return [
    enTerminal.notice(notice, isRepeatable),
    waitMs > 0 ? enStates.possibleIn(waitMs) : null,
    ...ofWords(words),
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

function ofChallenge(
  told: Told,
  view: AnyChallengeView,
  nowMs: number,
  qrOf: Around['qrOf'],
): readonly (Line | null)[] {
  const last = told.view;
  const isSameWay = told.started?.method === view.method;
  const isSameStart = isSameWay && Math.abs(nowMs - view.elapsedMs - told.started.atMs) < SAME_START_MS;
  if (last === null || !isChallenge(last) || last.method !== view.method || !isSameStart) {
    const isAgain = isSameWay && (!isSameStart || last?.screen === 'methods');
    const qr = view.screen === 'qr' ? { text: view.qrText, picture: qrOf(view.qrText) } : null;
    const isUndrawn = qr?.picture.isDrawn === false;
    return [
      ...(isAgain ? ofAnotherStart(view, isUndrawn) : ofStart(view, isUndrawn)),
      ...(qr === null ? [] : ofQr(qr.text, qr.picture, view.hasOtherWays)),
      `${timeLeft(view.remainingMs)}.`,
      ...ofNotice(view.notice, canRepeat(view)),
      ...ofProblem(null, view),
      // Last, so that nothing but the question pushes it up and out of sight.
      qr?.picture.isDrawn ? { picture: qr.picture.lines } : null,
    ];
  }
  const isNewNotice = view.notice !== null && view.notice.kind !== last.notice?.kind;
  return [
    isBusy(view) && !isBusy(last) ? enStates.working : null,
    view.isVerifying && !last.isVerifying ? enStates.verifying : null,
    isAccepted(view) && !isAccepted(last) ? enStates.accepted : null,
    view.link === 'reconnecting' && last.link === 'connected' ? enStates.reconnecting : null,
    view.link === 'connected' && last.link === 'reconnecting' ? enStates.connected : null,
    ...(isNewNotice ? ofNotice(view.notice, canRepeat(view)) : []),
    ...ofProblem(last, view),
    gainedMs(told, last, view, nowMs) > MORE_TIME_MS ? enStates.moreTime(view.remainingMs) : null,
  ];
}

/** What stands in the picture; where there is none, why, and what to do instead. */
function ofQr(text: string, picture: QrPicture, hasOtherWays: boolean): readonly Line[] {
  if (picture.isDrawn) return [{ words: enTerminal.scanText(text), address: text }];
  return [
    enTerminal.noPicture(picture.why),
    { words: enTerminal.openText(text), address: text },
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

/** A problem is told when an answer brought it; a clock that runs in it is nothing new. */
function ofProblem(last: AnyChallengeView | null, view: AnyChallengeView): readonly (string | null)[] {
  if (!hasField(view) || view.problem === null) return [];
  const { problem } = view;
  const before = last !== null && hasField(last) && !last.busy ? last.problem : null;
  const isOld = problem.kind === 'too-many' ? before?.kind === 'too-many' : before === problem;
  if (isOld) return [];
  const waitMs = problem.kind === 'too-many' ? problem.waitMs : 0;
  return [
    codeProblem(problem, view.method),
    waitMs > 0 ? enStates.possibleIn(waitMs) : null,
    ...ofWords('words' in problem ? problem.words : null),
  ];
}

/** By how much a wait was made longer since it was told. */
function gainedMs(
  told: Told,
  last: MethodsView | AnyChallengeView,
  view: MethodsView | AnyChallengeView,
  nowMs: number,
): number {
  return view.remainingMs - (last.remainingMs - (nowMs - told.atMs));
}

type FieldView = CodeView | SecurityKeyView;

function hasField(view: AnyChallengeView): view is FieldView {
  return view.screen === 'code' || view.screen === 'security-key';
}

const isBusy = (view: AnyChallengeView): boolean => hasField(view) && view.busy;
const isAccepted = (view: AnyChallengeView): boolean => hasField(view) && view.isAccepted;

/** The service's own host over http, which a guest network can put its page in place of; empty where there is none. */
export function signInAddress(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' ? `http://${hostname}/` : '';
}
