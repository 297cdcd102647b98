import type { Method } from '../service/methods.ts';
import { enDoctor } from './en-doctor.ts';
import { enProxyLogin } from './en-proxy-login.ts';
import {
  codeProblem,
  confirmedSentence,
  enAdvice,
  notice,
  ONCE_MORE,
  PAUSE_OVER,
  serviceSpoken,
  startingSentence,
  whatToDo,
} from './en-sentences.ts';
import { enPlaces, enStates } from './en-states.ts';
import { clock, timeLeft } from './en-time.ts';
import { enErrorsIn } from './en-errors.ts';
import { enFirst } from './en-window-first.ts';
import { enMethods } from './en-methods.ts';
import type { Strings } from './window-strings.ts';

/** What each error is called and means, as the window says it. */
export const enErrors = enErrorsIn('this window');

const wholeNumber = new Intl.NumberFormat(enFirst.language);
const plural = new Intl.PluralRules(enFirst.language);

function codeHint(codeLength: number | null, method: Method): string {
  const digits =
    codeLength === null
      ? null
      : `${wholeNumber.format(codeLength)} ${plural.select(codeLength) === 'one' ? 'digit' : 'digits'}`;
  const bypass = method === 'totp' ? 'A bypass code works here too.' : null;
  if (digits === null) return bypass ?? 'Type it exactly as it is shown.';
  return bypass === null
    ? `${digits}. Pasting sends it at once.`
    : `${digits}, or a bypass code. Pasting sends it at once.`;
}

/** English: every word of the window. */
export const en: Strings = {
  ...enFirst,
  methods: enMethods,
  errors: enErrors,
  advice: enAdvice,
  codeProblem,
  whatToDo,
  serviceSpoken,
  notice: (given, again) =>
    notice(given, { place: 'this window', onceMore: again === null ? ONCE_MORE : `choose “${again}”` }),
  common: {
    ...enFirst.common,
    back: 'Back',
    otherWays: 'Other ways',
    moreTime: 'More time',
    close: 'Close',
    serviceSays: enPlaces.serviceSays,
    copied: 'Copied',
    stopped: 'Stopped. Nobody was signed in.',
  },
  pickMethod: {
    heading: enPlaces.confirmItIsYou,
    listLabel: 'Ways to confirm',
    toDo: (count) =>
      plural.select(count) === 'one'
        ? 'Choose the method below.'
        : `Choose one of ${wholeNumber.format(count)} methods.`,
    forWhom: enPlaces.signingInAs,
    remembered: enStates.remembered,
    starting: 'Starting…',
    startingSpoken: startingSentence,
    sentTooOften: enStates.sentTooOften,
    availableIn: enStates.availableIn,
    numberKeys: (platform) =>
      platform === 'darwin' ? 'Hold Control for number keys' : 'Hold Ctrl for number keys',
  },
  wait: {
    timeLeft,
    milestone: (remainingMs, canExtend) =>
      canExtend ? `${timeLeft(remainingMs)}. Choose More time to keep waiting.` : `${timeLeft(remainingMs)}.`,
    clock,
    timeOfDay: (epochMs, language) =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(epochMs),
    reconnecting: 'Reconnecting…',
    reconnectingSpoken: enStates.reconnecting,
    connectedSpoken: enStates.connected,
    verifying: 'Your answer is here. Checking it…',
    verifyingSpoken: enStates.verifying,
    waitingSpoken: enStates.waiting,
    moreTimeSpoken: enStates.moreTime,
    availableInSpoken: enStates.possibleIn,
    pauseIn: (ms) => `Next try in ${clock(ms)}`,
    pauseOver: PAUSE_OVER,
  },
  code: {
    label: 'Code',
    sentTo: enPlaces.sentTo,
    hint: codeHint,
    accepted: 'The code is right. One moment…',
    acceptedSpoken: enStates.accepted,
  },
  securityKey: {
    label: 'Code from the key',
    hint: 'The key types here and confirms by itself.',
  },
  qr: {
    label: 'QR code to scan with the app on your phone',
    copy: 'Copy as text',
    instead: 'If you cannot scan it, choose Copy as text.',
    tooLong: 'This code is too long for a picture. Copy it as text and open it on your phone.',
  },
  approval: {
    application: enPlaces.application,
    computer: enPlaces.computer,
    phone: enPlaces.phone,
    askedAt: 'Asked at',
    onPhone: enPlaces.onPhone,
  },
  accountWaiting: {
    heading: enPlaces.notApproved,
    sentence: enPlaces.notApprovedSentence,
    sentenceWithAddress: enPlaces.notApprovedWithAddress,
    addressLabel: 'Address',
    copy: 'Copy the address',
    open: 'Open in the browser',
    checkAgain: 'Check again',
    stillWaiting: 'Still not approved.',
  },
  failed: {
    referenceLabel: enPlaces.reference,
    copy: 'Copy the reference',
    setting: enPlaces.setting,
    waitFor: (text) => `in ${text}`,
    openBrowser: 'Open your browser',
    isOver: enStates.loginOver,
  },
  proxyLogin: {
    ...enProxyLogin,
    show: 'Show the password',
    submit: 'Sign in to the proxy',
  },
  doctor: {
    ...enFirst.doctor,
    heading: 'Connection check',
    looking: 'Checking…',
    lookingLong: 'This takes up to 20 seconds. You can go back at any time.',
    listLabel: 'What was checked',
    again: 'Check again',
    copy: 'Copy the report',
    words: enDoctor,
  },
  succeeded: {
    heading: 'You are in',
    toGoOn: 'Choose Continue.',
    sentence: confirmedSentence,
    bypassedHeading: 'No verification needed',
    bypassedSentence: enPlaces.bypassed,
    unreachableHeading: 'Signed in without verification',
    unreachableSentence: enPlaces.unreachable,
  },
};
