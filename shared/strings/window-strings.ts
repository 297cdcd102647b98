import type { Advice, ErrorCode } from '../faults/error-catalog.ts';
import type { CodeProblem, Notice, ServiceText, UsernameProblem } from '../login/login-view.ts';
import type { Asker } from '../service/asker.ts';
import type { Method } from '../service/methods.ts';
import type { DoctorStrings, ErrorStrings, MethodStrings, Sentence } from './types.ts';
import type { TroubleCode } from '../ipc/trouble.ts';

/** The words of the first screen, which is there before the others: a part of `Strings`. */
export type FirstStrings = Pick<Strings, 'language' | 'trouble' | 'usernameProblem' | 'username'> &
  Readonly<{
    common: Pick<Strings['common'], 'continue' | 'cancel' | 'tryAgain' | 'help' | 'working'>;
    doctor: Pick<Strings['doctor'], 'open' | 'help'>;
  }>;

/** Every word of the window. One value of this type is one language. */
export type Strings = Readonly<{
  /** BCP 47 tag, for the `lang` attribute (WCAG 3.1.1) and for `Intl`. */
  language: string;
  methods: Readonly<Record<Method, MethodStrings>>;
  errors: Readonly<Record<ErrorCode, ErrorStrings>>;
  advice: Readonly<Record<Advice, string>>;
  trouble: Readonly<Record<TroubleCode, string>>;
  usernameProblem: Readonly<Record<UsernameProblem, string>>;
  codeProblem: (problem: CodeProblem, method: Method) => string;
  /** What to do at an end, in the words of the button that stands below. */
  whatToDo: (code: ErrorCode, advice: Advice) => string;
  /** The service's own words, announced as such; empty where it had none. */
  serviceSpoken: (words: ServiceText | null) => string;
  /** `again` is the label of the button that repairs what went missing; null where there is none. */
  notice: (notice: Notice, again: string | null) => string;

  common: Readonly<{
    continue: string;
    cancel: string;
    back: string;
    otherWays: string;
    moreTime: string;
    close: string;
    tryAgain: string;
    help: string;
    serviceSays: string;
    copied: string;
    working: string;
    /** Asking was ended by the person. */
    stopped: string;
  }>;
  username: Readonly<{ heading: string; label: string; isSet: string }>;
  pickMethod: Readonly<{
    heading: string;
    listLabel: string;
    /** Said with the heading: what to do, by how many methods there are. */
    toDo: (count: number) => string;
    forWhom: string;
    remembered: string;
    starting: string;
    startingSpoken: (method: Method) => string;
    sentTooOften: string;
    availableIn: (clock: string) => string;
    numberKeys: (platform: string) => string;
  }>;
  wait: Readonly<{
    /** "Less than 2 minutes left", "24 seconds left". */
    timeLeft: (remainingMs: number) => string;
    /** "0:24" */
    clock: (ms: number) => string;
    timeOfDay: (epochMs: number, language: string) => string;
    reconnecting: string;
    reconnectingSpoken: string;
    connectedSpoken: string;
    verifying: string;
    verifyingSpoken: string;
    waitingSpoken: string;
    moreTimeSpoken: (remainingMs: number) => string;
    /** `canExtend`: whether there is a button "More time". */
    milestone: (remainingMs: number, canExtend: boolean) => string;
    availableInSpoken: (ms: number) => string;
    pauseIn: (ms: number) => string;
    /** At the end of a pause. */
    pauseOver: string;
  }>;
  code: Readonly<{
    label: string;
    /** Before the masked number. */
    sentTo: string;
    /** What to type, whether a bypass code works here too, and what pasting does (WCAG 3.2.2). */
    hint: (codeLength: number | null, method: Method) => string;
    accepted: string;
    acceptedSpoken: string;
  }>;
  securityKey: Readonly<{ label: string; hint: string }>;
  /** `instead` is for whoever cannot see the picture. */
  qr: Readonly<{ label: string; copy: string; instead: string; tooLong: string }>;
  approval: Readonly<{
    application: string;
    computer: string;
    phone: string;
    askedAt: string;
    /** Above what the phone shows too, to compare. */
    onPhone: string;
  }>;
  accountWaiting: Readonly<{
    heading: string;
    sentence: string;
    sentenceWithAddress: string;
    addressLabel: string;
    copy: string;
    open: string;
    checkAgain: string;
    stillWaiting: string;
  }>;
  failed: Readonly<{
    referenceLabel: string;
    copy: string;
    setting: string;
    waitFor: (clock: string) => string;
    openBrowser: string;
    /** The login ended while the person was still on this screen. */
    isOver: string;
  }>;
  proxyLogin: Readonly<{
    /** What happened, with the proxy's name. */
    asks: (proxy: string) => Sentence;
    name: string;
    password: string;
    show: string;
    submit: string;
    /** The proxy did not take the last login. */
    refused: string;
    emptyName: string;
    emptyPassword: string;
    /** Whose name and password they are. */
    hint: string;
  }>;
  doctor: Readonly<{
    /** Opens it. */
    open: string;
    heading: string;
    /** After the button that opens it. */
    help: string;
    looking: string;
    lookingLong: string;
    listLabel: string;
    again: string;
    copy: string;
    words: DoctorStrings;
  }>;
  succeeded: Readonly<{
    heading: string;
    sentence: (username: string, asker: Asker) => Sentence;
    /** Said behind what happened. */
    toGoOn: string;
    bypassedHeading: string;
    bypassedSentence: string;
    unreachableHeading: string;
    unreachableSentence: string;
  }>;
}>;
