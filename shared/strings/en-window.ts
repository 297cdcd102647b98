import type { HostedPageView, Notice } from '../login/login-view.ts';
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
import { clock, digits, timeLeft } from './en-time.ts';
import { enErrorsIn } from './en-errors.ts';
import { enFirst } from './en-window-first.ts';
import { enMethods } from './en-methods.ts';

/** What each error is called and means, as the window says it. */
export const enErrors = enErrorsIn('this window');

const wholeNumber = new Intl.NumberFormat(enFirst.language);
const plural = new Intl.PluralRules(enFirst.language);

function codeHint(codeLength: number | null, method: Method): string {
  const bypass = method === 'totp' ? 'A bypass code works here too.' : null;
  if (codeLength === null) return bypass ?? 'Type it exactly as it is shown.';
  return bypass === null
    ? `${digits(codeLength)}. Pasting sends it at once.`
    : `${digits(codeLength)}, or a bypass code. Pasting sends it at once.`;
}

/** English: every word of the window. */
export const en = {
  ...enFirst,
  methods: enMethods,
  errors: enErrors,
  advice: enAdvice,
  codeProblem,
  /** What to do at an end, in the words of the button that stands below. */
  whatToDo,
  /** The service's own words, announced as such; empty where it had none. */
  serviceSpoken,
  /** `again` is the label of the button that repairs what went missing; null where there is none. */
  notice: (given: Notice, again: string | null): string =>
    notice(given, { place: 'this window', onceMore: again === null ? ONCE_MORE : `choose “${again}”` }),
  common: {
    ...enFirst.common,
    back: 'Back',
    otherWays: 'Other ways',
    moreTime: 'More time',
    close: 'Close',
    serviceSays: enPlaces.serviceSays,
    copied: 'Copied',
    /** Asking was ended by the person. */
    stopped: 'Stopped. Nobody was signed in.',
  },
  pickMethod: {
    heading: enPlaces.confirmItIsYou,
    listLabel: 'Ways to confirm',
    /** Said with the heading: what to do, by how many methods there are. */
    toDo: (count: number): string =>
      plural.select(count) === 'one'
        ? 'Choose the method below.'
        : `Choose one of ${wholeNumber.format(count)} methods.`,
    forWhom: enPlaces.signingInAs,
    remembered: enStates.remembered,
    starting: 'Starting…',
    startingSpoken: startingSentence,
    sentTooOften: enStates.sentTooOften,
    availableIn: enStates.availableIn,
    numberKeys: (platform: string): string =>
      platform === 'darwin' ? 'Hold Control for number keys' : 'Hold Ctrl for number keys',
  },
  wait: {
    /** "Less than 2 minutes left", "24 seconds left". */
    timeLeft,
    /** `canExtend`: whether there is a button "More time". */
    milestone: (remainingMs: number, canExtend: boolean): string =>
      canExtend ? `${timeLeft(remainingMs)}. Choose More time to keep waiting.` : `${timeLeft(remainingMs)}.`,
    /** "0:24" */
    clock,
    timeOfDay: (epochMs: number, language: string): string =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(epochMs),
    reconnecting: 'Reconnecting…',
    reconnectingSpoken: enStates.reconnecting,
    connectedSpoken: enStates.connected,
    verifying: 'Your answer is here. Checking it…',
    verifyingSpoken: enStates.verifying,
    waitingSpoken: enStates.waiting,
    moreTimeSpoken: enStates.moreTime,
    availableInSpoken: enStates.possibleIn,
    pauseIn: (ms: number): string => `Next try in ${clock(ms)}`,
    /** At the end of a pause. */
    pauseOver: PAUSE_OVER,
  },
  code: {
    label: 'Code',
    /** Before the masked number. */
    sentTo: enPlaces.sentTo,
    /** What to type, whether a bypass code works here too, and what pasting does (WCAG 3.2.2). */
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
    /** For whoever cannot see the picture. */
    instead: 'If you cannot scan it, choose Copy as text.',
    tooLong: 'This code is too long for a picture. Copy it as text and open it on your phone.',
  },
  approval: {
    application: enPlaces.application,
    computer: enPlaces.computer,
    phone: enPlaces.phone,
    askedAt: 'Asked at',
    /** Above what the phone shows too, to compare. */
    onPhone: enPlaces.onPhone,
  },
  hostedPage: {
    heading: (purpose: HostedPageView['purpose']): string =>
      purpose === 'verify' ? enPlaces.hostedPage : enPlaces.deniedOrWaiting,
    sentence: ({ purpose, place, isUnopened }: HostedPageView): string => {
      if (isUnopened) return enPlaces.pageUnopened;
      if (purpose === 'denied-or-waiting') return enPlaces.deniedOrWaitingSentence;
      return place === 'window'
        ? 'What follows is a page of the login service. Confirm there that it is you.'
        : 'It is open in your browser. Confirm there that it is you: this window notices by itself.';
    },
    addressLabel: 'Address of the page',
    pageLabel: 'Page of the login service',
    copy: 'Copy the address',
    openAgain: 'Open the page again',
    unopened: enPlaces.pageUnopened,
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
    waitFor: (text: string): string => `in ${text}`,
    openBrowser: 'Open your browser',
    /** The login ended while the person was still on this screen. */
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
    support: 'Show for support',
    saveForSupport: 'Save for support',
    saved: 'Saved',
    supportLabel: 'For support',
    supportSaid: (file: string): string =>
      `Read this before you pass it on. “Save for support” saves it as ${file}.`,
    words: enDoctor,
  },
  succeeded: {
    heading: 'You are in',
    /** Said behind what happened. */
    toGoOn: 'Choose Continue.',
    sentence: confirmedSentence,
    bypassedHeading: 'No verification needed',
    bypassedSentence: enPlaces.bypassed,
    unreachableHeading: 'Signed in without verification',
    unreachableSentence: enPlaces.unreachable,
  },
};
