import type { TroubleCode } from '../ipc/trouble.ts';
import type { UsernameProblem } from '../login/input/username.ts';
import type { HostedPageView, Notice } from '../login/view/login-view.ts';
import type { ServiceText } from '../service/service-text.ts';
import type { Method } from '../service/methods.ts';
import { doctorStrings } from './doctor-strings.ts';
import { LANGUAGE_FACTS } from './language.ts';
import { loginStrings } from './login-strings.ts';
import type { Messages } from './messages.ts';

export type Strings = ReturnType<typeof windowStrings>;

export function windowStrings(messages: Messages) {
  const { language, formatMessage } = messages;
  const login = loginStrings(messages, 'window');
  const trouble: Readonly<Record<TroubleCode, string>> = {
    'ipc-denied': formatMessage('first.trouble.ipc-denied'),
    'ipc-invalid': formatMessage('first.trouble.ipc-invalid'),
    'not-now': formatMessage('first.trouble.not-now'),
    'not-saved': formatMessage('first.trouble.not-saved'),
    'not-opened': formatMessage('first.trouble.not-opened'),
    internal: formatMessage('first.trouble.internal'),
    'no-bridge': formatMessage('first.trouble.no-bridge'),
  };
  const usernameProblem: Readonly<Record<UsernameProblem, string>> = {
    empty: formatMessage('username.problem.empty'),
    'too-long': formatMessage('username.problem.too-long'),
    'unusable-characters': formatMessage('username.problem.unusable-characters'),
  };
  return {
    ...login,
    /** A BCP 47 tag, for the attribute `lang` (WCAG 3.1.1) and for `Intl`. */
    language,
    direction: LANGUAGE_FACTS[language].direction,
    trouble,
    usernameProblem,
    common: {
      continue: formatMessage('first.continue'),
      cancel: formatMessage('first.cancel'),
      tryAgain: formatMessage('first.try-again'),
      help: formatMessage('first.help'),
      working: formatMessage('username.working'),
    },
    username: {
      heading: formatMessage('username.heading'),
      label: formatMessage('username.label'),
      isSet: formatMessage('first.username-is-set'),
    },
    /** The text of the service as a screen reader says it; empty if there is none. */
    serviceSpoken: (serviceText: ServiceText | null): string => {
      const quotes = [serviceText?.message ?? '', serviceText?.details ?? ''].filter(
        (text) => text !== '',
      );
      return quotes.length === 0
        ? ''
        : formatMessage('service-says.spoken', { text: quotes.map(withFullStop).join(' ') });
    },
    /**
     * `again`: the label of the button that starts the method again; null if there is no such
     * button.
     */
    notice: (given: Notice, again: string | null): string =>
      login.notice(given, again === null ? { how: 'list' } : { how: 'button', again }),
    milestone: (remainingMs: number, canExtend: boolean): string => {
      const left = login.timeLeft(remainingMs);
      return canExtend
        ? formatMessage('window.wait.milestone-with-button', { left })
        : formatMessage('window.wait.milestone', { left });
    },
    pauseIn: (ms: number): string =>
      formatMessage('window.wait.pause-in', { clock: login.clock(ms) }),
    /** The hint at a field for a code: its length, if known, and what pasting does (WCAG 3.2.2). */
    codeHint: (codeLength: number | null, method: Method): string => {
      const hasBypass = method === 'totp';
      if (codeLength === null) {
        return hasBypass
          ? formatMessage('window.code.hint-no-length-bypass')
          : formatMessage('window.code.hint-no-length');
      }
      return hasBypass
        ? formatMessage('window.code.hint-bypass', { count: codeLength })
        : formatMessage('window.code.hint', { count: codeLength });
    },
    pageSentence: ({ purpose, display, isUnopened }: HostedPageView): string => {
      if (isUnopened) return formatMessage('screen.page-unopened');
      if (purpose === 'denied-or-waiting')
        return formatMessage('screen.denied-or-waiting-sentence');
      return display === 'window'
        ? formatMessage('window.page.in-window')
        : formatMessage('window.page.in-browser');
    },
    doctor: { open: formatMessage('first.open-doctor'), words: doctorStrings(messages, 'window') },
  } as const;
}

const withFullStop = (text: string): string => (/[.!?…。！？؟]$/u.test(text) ? text : `${text}.`);
