import type { Notice } from '../login/view/login-view.ts';
import type { ServiceText } from '../service/service-text.ts';
import type { Requester } from '../service/requester.ts';
import type { Method } from '../service/methods.ts';
import { loginStrings } from './login-strings.ts';
import type { Messages } from './messages.ts';

export type TerminalStrings = ReturnType<typeof terminalStrings>;
export type KeyStrings = Readonly<{ key: string; does: string }>;

type LegendStrings = Readonly<{ typed?: string; instead?: string; keys: readonly KeyStrings[] }>;

/** The sentences of the terminal. Each is one line, and a question ends with a space. */
export function terminalStrings(messages: Messages) {
  const { language, formatMessage } = messages;
  // British English, which has no comma before “or”, because the choices must fit in 80 columns.
  const listTag = language === 'en' ? 'en-GB' : language;
  const login = loginStrings(messages, 'terminal');
  const quoted = (text: string): string =>
    formatMessage('terminal.quoted', { text: text.replace(/["\p{Pi}\p{Pf}„‟「」『』]/gu, '’') });
  return {
    ...login,
    /** `canRepeat`: the key "a" starts the same method again. */
    notice: (given: Notice, canRepeat: boolean): string =>
      login.notice(given, { how: canRepeat ? 'key' : 'list' }),
    /** The text of the service in quotation marks, which replace its own; empty if there is none. */
    serviceSays: (serviceText: ServiceText | null): string => {
      const quotes = [serviceText?.message ?? '', serviceText?.details ?? ''].filter(
        (text) => text !== '',
      );
      return quotes.length === 0
        ? ''
        : formatMessage('service-says.spoken', { text: quotes.map(quoted).join(' ') });
    },
    askUsername: (remembered: string): string => {
      const label = formatMessage('username.label');
      return remembered === ''
        ? formatMessage('terminal.ask-username', { label })
        : formatMessage('terminal.ask-username-remembered', { label, remembered });
    },
    askCode: (codeLength: number | null, method: Method): string => {
      const hasBypass = method === 'totp';
      if (codeLength === null)
        return hasBypass
          ? formatMessage('terminal.ask-code-bypass')
          : formatMessage('terminal.ask-code');
      return hasBypass
        ? formatMessage('terminal.ask-code-digits-bypass', { count: codeLength })
        : formatMessage('terminal.ask-code-digits', { count: codeLength });
    },
    /** The line before that with the page's address. */
    pageIn: (display: 'window' | 'browser'): string =>
      display === 'browser'
        ? formatMessage('terminal.page-in-browser')
        : formatMessage('terminal.page-in-window'),
    /**
     * The line that says what can be typed. `typed`: an input other than a letter. `instead`: what
     * the person can do without typing.
     */
    legend: ({ typed = '', instead = '', keys }: LegendStrings): string => {
      const letters = keys.map(({ key, does }) => `${key} (${does})`);
      const choices = new Intl.ListFormat(listTag, { type: 'disjunction' }).format(
        typed === '' ? letters : [typed, ...letters],
      );
      return instead === ''
        ? formatMessage('terminal.legend', { choices })
        : formatMessage('terminal.legend-instead', { instead, choices });
    },
    milestone: (remainingMs: number, canExtend: boolean): string => {
      const left = login.timeLeft(remainingMs);
      return canExtend
        ? formatMessage('terminal.milestone-with-key', { left })
        : formatMessage('terminal.milestone', { left });
    },
    /**
     * The line in place of a QR code that is not drawn. `columns` and `rows`: the size that the QR
     * code needs.
     */
    noPicture: (
      why: 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>,
    ): string => {
      if (why === 'unwanted') return formatMessage('terminal.no-picture-unwanted');
      if (why === 'unable') return formatMessage('terminal.no-picture-unable');
      return formatMessage('terminal.no-picture-too-small', why);
    },
    othersOffered: (methods: readonly Method[]): string => {
      const names = methods.map((method) => login.methods[method].name);
      const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
      return formatMessage('terminal.others-offered', { methods: list });
    },
    requester: ({ application, company }: Requester): string =>
      application !== '' && company !== ''
        ? formatMessage('terminal.requester', { application, company })
        : `${application}${company}`,
  } as const;
}
