import type { Notice, ServiceText } from '../login/login-view.ts';
import type { Method } from '../service/methods.ts';
import { enErrorsIn } from './en-errors.ts';
import { enMethods } from './en-methods.ts';
import {
  codeProblem,
  confirmedSentence,
  enAdvice,
  notice,
  ONCE_MORE,
  PAUSE_OVER,
  startingSentence,
  whatToDo,
} from './en-sentences.ts';
import { enProxyLogin } from './en-proxy-login.ts';
import { enPlaces, enStates } from './en-states.ts';
import { digits, duration, timeLeft } from './en-time.ts';
import { enUsernameProblem } from './en-username.ts';

const PLACE = 'this terminal';

/** What a key on the terminal does. */
export type KeyStrings = Readonly<{ key: string; does: string }>;

type LegendStrings = Readonly<{ typed?: string; instead?: string; keys: readonly KeyStrings[] }>;

/** English: every word of a login on the terminal. Each is one line; what is asked ends with a space. */
export const enTerminal = {
  methods: enMethods,
  states: enStates,
  places: enPlaces,
  proxyLogin: enProxyLogin,
  advice: enAdvice,
  usernameProblem: enUsernameProblem,
  codeProblem,
  starting: startingSentence,
  confirmed: confirmedSentence,
  /** What to do at an end, in the words of the advice below it. */
  whatToDo,
  pauseOver: PAUSE_OVER,
  timeLeft,
  duration,
  timeOfDay: (epochMs: number): string =>
    new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' }).format(epochMs),
  errors: enErrorsIn(PLACE),
  /** `canRepeat`: whether "a" starts the same way once more. */
  notice: (given: Notice, canRepeat: boolean): string =>
    notice(given, { place: PLACE, onceMore: canRepeat ? 'type “a”' : ONCE_MORE }),
  /** The service's words, in quotation marks that they cannot close; empty where it had none. */
  serviceSays: (serviceText: ServiceText | null): string => {
    const said = [serviceText?.message ?? '', serviceText?.details ?? '']
      .filter((text) => text !== '')
      .map(quoted);
    return said.length === 0 ? '' : `${enPlaces.serviceSays}: ${said.join(' ')}`;
  },
  askUsername: (remembered: string): string =>
    remembered === '' ? `${enPlaces.username}: ` : `${enPlaces.username} [${remembered}]: `,
  askNumber: 'Number: ',
  askCode: (codeLength: number | null, method: Method): string => {
    const length = codeLength === null ? '' : digits(codeLength);
    const bypass = method === 'totp' ? 'or a bypass code' : '';
    const hint = [length, bypass].filter((text) => text !== '').join(', ');
    return hint === '' ? 'Code: ' : `Code (${hint}): `;
  },
  askSecurityKey: 'Touch the key (what it types is not shown): ',
  askProxyName: `${enProxyLogin.name}: `,
  askProxyPassword: `${enProxyLogin.password} (not shown): `,
  typeProxyName: 'the username',
  proxyPasswordLegend: 'Type the password and press Enter, or press Enter alone to go back to the username.',
  /** Where a guest network can show its page: http, so that it can. */
  signInAddress: (address: string): string => `Open this address in a browser: ${address}`,
  askKey: 'Your choice: ',
  /** Where the page of the service is, and what to do there; its address stands below. */
  pageIn: (place: 'window' | 'browser'): string =>
    place === 'browser'
      ? 'It is open in your browser, or you open this address on this computer. Confirm there:'
      : 'Confirm there:',
  pageUnopened: 'No browser could be started. Open the address yourself, on this computer.',
  openPageAgain: 'open the page again',
  /** Said once, before anything else. */
  leave: 'Ctrl-C ends the login.',
  /** The person ended it, or a signal. */
  cancelled: 'The login was ended. Nobody was signed in.',
  /** The caller's own limit passed. */
  timeIsUp: 'Time is up. You were not signed in.',
  /** After an end that the network or the set-up may be the reason of. */
  doctor: (command: string): string => `To find the cause, run: ${command}`,
  /**
   * What can be done. `typed`: what is typed other than a letter, if anything; `instead`: what is done without typing,
   * if anything.
   */
  legend: ({ typed = '', instead = '', keys }: LegendStrings): string => {
    const letters = keys.map(({ key, does }) => `${key} (${does})`);
    const choices = anyOf(typed === '' ? letters : [typed, ...letters]);
    return `${instead === '' ? 'Type' : `${instead}, or type`} ${choices} and press Enter.`;
  },
  typeNumber: (count: number): string =>
    count === 1 ? '1 to choose this way' : `1 to ${count} to choose a way`,
  typeCode: 'the code',
  touchKey: 'Touch the key',
  /** `does`: the words of a button. */
  pressEnter: (does: string): string => `Press Enter to ${insideSentence(does)}`,
  /** The words of a button, as those of a key. */
  keyDoes: insideSentence,
  otherWays: 'other ways',
  moreTime: 'more time',
  quit: 'quit',
  /** Where a line came in between, and what was typed cannot be shown again. */
  stillCounts: 'What you typed is kept. Press Ctrl-R to see it.',
  notAmong: 'That is not one of the answers here.',
  milestone: (remainingMs: number, canExtend: boolean): string =>
    canExtend ? `${timeLeft(remainingMs)}. Type “m” for more time.` : `${timeLeft(remainingMs)}.`,
  scanText: (qrText: string): string => `The same as text: ${qrText}`,
  /** Instead of a picture. `why`: nobody wants it, the terminal cannot, or the room that it would take. */
  noPicture: (why: 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>): string => {
    if (why === 'unwanted') return 'The picture to scan is left out.';
    if (why === 'unable') return 'This terminal cannot show the picture to scan.';
    return `This terminal is too small for the picture: it needs ${why.rows} lines of ${why.columns} columns.`;
  },
  orAnotherWay: 'Or choose another way: type “o”.',
  openText: (qrText: string): string => `Open this on your phone instead: ${qrText}`,
  askedAt: (time: string): string => `Asked at: ${time}`,
};

function insideSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

function quoted(text: string): string {
  return `“${text.replace(/[“”„‟"«»]/gu, '’')}”`;
}
