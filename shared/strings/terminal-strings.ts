import type { Notice } from '../login/view/login-view.ts';
import type { ServiceText } from '../service/service-text.ts';
import type { Requester } from '../service/requester.ts';
import type { Method } from '../service/methods.ts';
import { loginStrings } from './login-strings.ts';
import type { Messages } from './messages.ts';

export type TerminalStrings = ReturnType<typeof terminalStrings>;
export type KeyStrings = Readonly<{ key: string; does: string }>;

type LegendStrings = Readonly<{ typed?: string; instead?: string; keys: readonly KeyStrings[] }>;

/** Each text is one line; a question ends with a space. */
export function terminalStrings(messages: Messages) {
  const { language, say } = messages;
  // British English omits the comma before “or”: the choices must fit in 80 columns.
  const listTag = language === 'en' ? 'en-GB' : language;
  const login = loginStrings(messages, 'terminal');
  const { duration, timeLeft, timeOfDay } = login.time;
  const quoted = (text: string): string =>
    say('terminal.quoted', { text: text.replace(/["\p{Pi}\p{Pf}„‟「」『』]/gu, '’') });
  return {
    methods: login.methods,
    states: login.states,
    places: login.places,
    proxyLogin: login.proxyLogin,
    advice: login.advice,
    usernameProblem: login.usernameProblem,
    codeProblem: login.codeProblem,
    starting: login.starting,
    confirmed: login.confirmed,
    whatToDo: login.whatToDo,
    pauseOver: login.pauseOver,
    errors: login.errors,
    timeLeft,
    duration,
    timeOfDay,
    /** `canRepeat`: the key "a" starts the same method again. */
    notice: (given: Notice, canRepeat: boolean): string =>
      login.notice(given, { how: canRepeat ? 'key' : 'list' }),
    /** Quotes the text and replaces its own quotation marks. */
    serviceSays: (serviceText: ServiceText | null): string => {
      const said = [serviceText?.message ?? '', serviceText?.details ?? ''].filter((text) => text !== '');
      return said.length === 0 ? '' : say('service-says.spoken', { text: said.map(quoted).join(' ') });
    },
    askUsername: (remembered: string): string =>
      remembered === ''
        ? say('terminal.ask-username', { label: login.places.username })
        : say('terminal.ask-username-remembered', { label: login.places.username, remembered }),
    askNumber: say('terminal.ask-number'),
    askCode: (codeLength: number | null, method: Method): string => {
      const hasBypass = method === 'totp';
      if (codeLength === null) return hasBypass ? say('terminal.ask-code-bypass') : say('terminal.ask-code');
      return hasBypass
        ? say('terminal.ask-code-digits-bypass', { count: codeLength })
        : say('terminal.ask-code-digits', { count: codeLength });
    },
    askSecurityKey: say('terminal.ask-security-key'),
    askProxyName: say('terminal.ask-username', { label: login.proxyLogin.name }),
    askProxyPassword: say('terminal.ask-hidden', { label: login.proxyLogin.password }),
    typeProxyName: say('terminal.type-proxy-name'),
    proxyPasswordLegend: say('terminal.proxy-password-legend'),
    /** An http address, which a guest network can redirect to its sign-in page. */
    signInAddress: (address: string): string => say('terminal.sign-in-address', { address }),
    askKey: say('terminal.ask-key'),
    /** Introduces the address on the next line. */
    pageIn: (place: 'window' | 'browser'): string =>
      place === 'browser' ? say('terminal.page-in-browser') : say('terminal.page-in-window'),
    pageUnopened: say('terminal.page-unopened'),
    openPageAgain: say('terminal.open-page-again'),
    /** Written first. */
    leave: say('terminal.leave'),
    cancelled: say('terminal.cancelled'),
    /** The caller's timeout expired. */
    timeIsUp: say('terminal.time-is-up'),
    /** For failures of the network or the set-up. */
    doctor: (command: string): string => say('terminal.doctor', { command }),
    /** `typed`: an input other than a letter. `instead`: an action without typing. */
    legend: ({ typed = '', instead = '', keys }: LegendStrings): string => {
      const letters = keys.map(({ key, does }) => `${key} (${does})`);
      const choices = new Intl.ListFormat(listTag, { type: 'disjunction' }).format(
        typed === '' ? letters : [typed, ...letters],
      );
      return instead === ''
        ? say('terminal.legend', { choices })
        : say('terminal.legend-instead', { instead, choices });
    },
    typeNumber: (count: number): string => say('terminal.type-number', { count }),
    typeCode: say('terminal.type-code'),
    /** During a pending push. */
    typeAppCode: say('terminal.type-app-code'),
    touchKey: say('terminal.touch-key'),
    /** `does`: a button's label. */
    pressEnter: (does: string): string => say('terminal.press-enter', { does }),
    otherMethods: say('terminal.other-ways'),
    moreTime: say('terminal.more-time'),
    quit: say('terminal.quit'),
    /** The typed text cannot be shown again after an interrupting line. */
    stillCounts: say('terminal.still-counts'),
    notAmong: say('terminal.not-among'),
    milestone: (remainingMs: number, canExtend: boolean): string => {
      const left = timeLeft(remainingMs);
      return canExtend ? say('terminal.milestone-with-key', { left }) : say('terminal.milestone', { left });
    },
    scanText: (qrText: string): string => say('terminal.scan-text', { text: qrText }),
    /** Replaces the QR code. `columns` and `rows`: the size that it needs. */
    noPicture: (why: 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>): string => {
      if (why === 'unwanted') return say('terminal.no-picture-unwanted');
      if (why === 'unable') return say('terminal.no-picture-unable');
      return say('terminal.no-picture-too-small', why);
    },
    orAnotherMethod: say('terminal.or-another-way'),
    notStarted: say('terminal.not-started'),
    othersOffered: (methods: readonly Method[]): string => {
      const names = methods.map((method) => login.methods[method].name);
      const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
      return say('terminal.others-offered', { methods: list });
    },
    openText: (qrText: string): string => say('terminal.open-text', { text: qrText }),
    askedAt: (time: string): string => say('terminal.asked-at', { time }),
    fact: (label: string, value: string): string => say('terminal.fact', { label, value }),
    onPhone: say('terminal.on-phone'),
    requester: ({ application, company }: Requester): string =>
      application !== '' && company !== ''
        ? say('terminal.requester', { application, company })
        : `${application}${company}`,
  } as const;
}
