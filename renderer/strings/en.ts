import type { Advice, ErrorCode } from '../../shared/errors/error-catalog.ts';
import type { Asker, CodeProblem, Notice, ServiceWords } from '../../shared/login/login-view.ts';
import { assertNever } from '../../shared/result.ts';
import type { Method } from '../../shared/service/methods.ts';
import { enErrors } from './en-errors.ts';
import { enMethods } from './en-methods.ts';
import type { Sentence, Strings } from './types.ts';

const LANGUAGE = 'en';
const wholeNumber = new Intl.NumberFormat(LANGUAGE);
const twoDigits = new Intl.NumberFormat(LANGUAGE, { minimumIntegerDigits: 2 });
const seconds = new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit: 'second', unitDisplay: 'long' });
const minutes = new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
const PAUSE_OVER = 'You can try again now.';
const plural = new Intl.PluralRules(LANGUAGE);

const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

function duration(ms: number): string {
  const total = wholeSeconds(ms);
  return total <= 60 ? seconds.format(total) : minutes.format(Math.ceil(total / 60));
}

function timeLeft(remainingMs: number): string {
  return wholeSeconds(remainingMs) <= 60
    ? `${duration(remainingMs)} left`
    : `Less than ${duration(remainingMs)} left`;
}

function clock(ms: number): string {
  const total = wholeSeconds(ms);
  return `${wholeNumber.format(Math.floor(total / 60))}:${twoDigits.format(total % 60)}`;
}

/** How far this computer's clock is from the service's; positive: it is behind. */
function clockOff(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  return `${duration(minutes * 60_000)} ${seconds > 0 ? 'behind' : 'ahead'}`;
}

function codeProblem(problem: CodeProblem, method: Method): string {
  switch (problem.kind) {
    case 'empty':
      return method === 'yotp' ? 'Nothing was typed. Touch the key once more.' : 'Type the code first.';
    case 'wrong':
      if (method === 'yotp') return 'The service did not accept that. Touch the key once more.';
      if (problem.clockOffSeconds !== undefined) {
        return `Not right. This computer’s clock is ${clockOff(problem.clockOffSeconds)}: is the phone’s clock right?`;
      }
      return method === 'totp'
        ? 'Not right. Type the code it shows now.'
        : 'Not right. Compare it with the message.';
    case 'unanswered':
      return method === 'yotp'
        ? 'No answer came from the service. Touch the key once more.'
        : 'No answer came from the service. Send the code once more.';
    case 'too-many':
      return problem.waitMs > 0
        ? 'Too many tries. There is a pause before the next one.'
        : `Too many tries. ${PAUSE_OVER}`;
    default:
      return assertNever(problem, 'code problem');
  }
}

function notice(given: Notice, again: string | null): string {
  const onceMore = again === null ? 'choose the same way once more' : `choose “${again}”`;
  switch (given.kind) {
    case 'choose-again':
      return 'That took too long and does not count any more. Choose a way once more.';
    case 'method-refused':
      return `“${enMethods[given.method].name}” does not work just now. Choose another way.`;
    case 'too-many':
      return given.waitMs > 0
        ? 'Too many tries. There is a pause before the next one.'
        : `Too many tries. ${PAUSE_OVER}`;
    case 'sent-recently':
      return `“${enMethods[given.method].name}” was used a moment ago. Give it time to arrive.`;
    case 'sent-too-often':
      return `“${enMethods[given.method].name}” was used as often as one login allows. Choose another way.`;
    case 'approval-refused':
      return 'An answer arrived, but the service did not accept it. This window keeps waiting.';
    case 'possibly-missed':
      return `The connection was interrupted. Your approval may have been missed: if you gave it, ${onceMore}.`;
    case 'code-accepted-no-event':
      return `The code was right, but no confirmation arrived: ${onceMore}.`;
    default:
      return assertNever(given, 'notice');
  }
}

/** The words of an end name the button below it: "Start again" where the login cannot go on. */
function whatToDo(code: ErrorCode, advice: Advice): string {
  const words = enErrors[code].whatToDo;
  if (advice !== 'restart') return words;
  return words.replace('Try again', 'Start again').replace('try again', 'start again');
}

function serviceSpoken(words: ServiceWords | null): string {
  const said = [words?.message ?? '', words?.details ?? ''].filter((text) => text !== '').map(ended);
  return said.length === 0 ? '' : `The service says: ${said.join(' ')}`;
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

function codeHint(codeLength: number | null, method: Method): string {
  const digits =
    codeLength === null
      ? null
      : `${wholeNumber.format(codeLength)} ${plural.select(codeLength) === 'one' ? 'digit' : 'digits'}`;
  const bypass = method === 'totp' ? 'A bypass code works here too.' : null;
  if (digits === null) return bypass ?? 'As it stands there.';
  return bypass === null
    ? `${digits}. Pasting sends it at once.`
    : `${digits}, or a bypass code. Pasting sends it at once.`;
}

/** "alice is confirmed for Payroll, Northwind." with as much of it as the service named. */
function confirmedSentence(username: string, asker: Asker): Sentence {
  const { application, company } = asker;
  const who: Sentence = [{ name: username }, ' is confirmed'];
  if (application !== '' && company !== '') {
    return [...who, ' for ', { name: application }, ', ', { name: company }, '.'];
  }
  const only = application === '' ? company : application;
  return only === '' ? [...who, '.'] : [...who, ' for ', { name: only }, '.'];
}

/** English: every word of the window. */
export const en: Strings = {
  language: LANGUAGE,
  methods: enMethods,
  errors: enErrors,
  advice: {
    'same-method': 'Try again',
    'choose-method': 'Choose another way',
    restart: 'Start again',
    none: 'Close',
  },
  trouble: {
    'ipc-denied': 'This window may not do that. Close it and start again.',
    'ipc-invalid': 'That could not be sent in this form. Shorten it and try again.',
    'not-now': 'That is not possible just now.',
    internal: 'Something broke in this program, and nothing was done. Try again.',
    'no-bridge': 'This window has lost its program. Close it and start again.',
  },
  usernameProblem: {
    empty: 'Type your username.',
    'too-long': 'This name is too long. Check it and type it again.',
    'unusable-characters': 'This name has characters in it that cannot be used. Type it again.',
  },
  codeProblem,
  whatToDo,
  serviceSpoken,
  notice,
  common: {
    continue: 'Continue',
    cancel: 'Cancel',
    back: 'Back',
    otherWays: 'Other ways',
    moreTime: 'More time',
    close: 'Close',
    tryAgain: 'Try again',
    help: 'Stuck? Your administrator can help.',
    serviceSays: 'The service says',
    copied: 'Copied',
    working: 'Asking the service…',
  },
  username: {
    heading: 'Who is signing in?',
    label: 'Username',
    isSet: 'This name is set and cannot be changed here.',
  },
  pickMethod: {
    heading: 'Confirm it is you',
    listLabel: 'Ways to confirm',
    forWhom: 'Signing in as',
    remembered: 'last time',
    starting: 'Starting…',
    startingSpoken: (method) => `Starting: ${enMethods[method].name}.`,
    sentTooOften: 'Used as often as one login allows',
    availableIn: (text) => `Again in ${text}`,
    numberKeys: (platform) =>
      platform === 'darwin' ? 'Hold Option for number keys' : 'Hold Alt for number keys',
  },
  wait: {
    timeLeft,
    clock,
    timeOfDay: (epochMs, language) =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(epochMs),
    reconnecting: 'Reconnecting…',
    reconnectingSpoken: 'The connection to the service was lost. Reconnecting.',
    connectedSpoken: 'The connection to the service is back.',
    verifying: 'Your answer is here. Checking it…',
    verifyingSpoken: 'Your answer is here. It is being checked with the service.',
    waitingSpoken: 'Waiting for your answer.',
    moreTimeSpoken: (remainingMs) => `The time starts again. ${timeLeft(remainingMs)}.`,
    milestone: (remainingMs, canExtend) =>
      canExtend ? `${timeLeft(remainingMs)}. Choose More time to keep waiting.` : `${timeLeft(remainingMs)}.`,
    availableInSpoken: (ms) => `Possible again in ${duration(ms)}.`,
    pauseIn: (ms) => `Next try in ${clock(ms)}`,
    pauseOver: PAUSE_OVER,
  },
  code: {
    label: 'Code',
    sentTo: 'Sent to',
    hint: codeHint,
    accepted: 'The code is right. One moment…',
    acceptedSpoken: 'The code is right. The service is confirming it.',
  },
  securityKey: {
    label: 'Code from the key',
    hint: 'The key types here and confirms by itself.',
  },
  qr: {
    label: 'QR code to scan with the app on your phone',
    copy: 'Copy as text',
    tooLong: 'This code is too long for a picture. Copy it as text and open it on your phone.',
  },
  approval: {
    application: 'Application',
    computer: 'This computer',
    phone: 'Phone',
    askedAt: 'Asked at',
    onPhone: 'Your phone should show',
  },
  accountWaiting: {
    heading: 'Not approved yet',
    sentence: 'An administrator has to approve your account before you can sign in.',
    sentenceWithAddress:
      'An administrator has to approve your account before you can sign in. Open this address to set it up.',
    addressLabel: 'Address',
    copy: 'Copy the address',
    open: 'Open in the browser',
    checkAgain: 'Check again',
    stillWaiting: 'Still not approved.',
  },
  failed: {
    referenceLabel: 'Reference',
    copy: 'Copy the reference',
    setting: 'Setting',
    waitFor: (text) => `in ${text}`,
  },
  succeeded: {
    heading: 'You are in',
    sentence: confirmedSentence,
    bypassedHeading: 'No check needed',
    bypassedSentence: 'The service lets you in without asking for a confirmation.',
    unreachableHeading: 'Let in without a check',
    unreachableSentence:
      'The service could not be reached. Your administrator allows signing in without a check in this case.',
  },
};
