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
  const { language, say } = messages;
  const login = loginStrings(messages, 'window');
  const trouble: Readonly<Record<TroubleCode, string>> = {
    'ipc-denied': say('first.trouble.ipc-denied'),
    'ipc-invalid': say('first.trouble.ipc-invalid'),
    'not-now': say('first.trouble.not-now'),
    'not-saved': say('first.trouble.not-saved'),
    'not-opened': say('first.trouble.not-opened'),
    internal: say('first.trouble.internal'),
    'no-bridge': say('first.trouble.no-bridge'),
  };
  const usernameProblem: Readonly<Record<UsernameProblem, string>> = {
    empty: say('username.problem.empty'),
    'too-long': say('username.problem.too-long'),
    'unusable-characters': say('username.problem.unusable-characters'),
  };
  return {
    ...login,
    /** A BCP 47 tag, for the attribute `lang` (WCAG 3.1.1) and for `Intl`. */
    language,
    direction: LANGUAGE_FACTS[language].direction,
    trouble,
    usernameProblem,
    common: {
      continue: say('first.continue'),
      cancel: say('first.cancel'),
      tryAgain: say('first.try-again'),
      help: say('first.help'),
      working: say('username.working'),
    },
    username: {
      heading: say('username.heading'),
      label: say('username.label'),
      isSet: say('first.username-is-set'),
    },
    /** The text of the service as a screen reader says it; empty if there is none. */
    serviceSpoken: (serviceText: ServiceText | null): string => {
      const quotes = [serviceText?.message ?? '', serviceText?.details ?? ''].filter(
        (text) => text !== '',
      );
      return quotes.length === 0
        ? ''
        : say('service-says.spoken', { text: quotes.map(withFullStop).join(' ') });
    },
    /** `again`: the label of the button that starts the method again; null if there is no such button. */
    notice: (given: Notice, again: string | null): string =>
      login.notice(given, again === null ? { how: 'list' } : { how: 'button', again }),
    milestone: (remainingMs: number, canExtend: boolean): string => {
      const left = login.timeLeft(remainingMs);
      return canExtend
        ? say('window.wait.milestone-with-button', { left })
        : say('window.wait.milestone', { left });
    },
    pauseIn: (ms: number): string => say('window.wait.pause-in', { clock: login.clock(ms) }),
    /** The hint at a field for a code: its length, if known, and what pasting does (WCAG 3.2.2). */
    codeHint: (codeLength: number | null, method: Method): string => {
      const hasBypass = method === 'totp';
      if (codeLength === null) {
        return hasBypass
          ? say('window.code.hint-no-length-bypass')
          : say('window.code.hint-no-length');
      }
      return hasBypass
        ? say('window.code.hint-bypass', { count: codeLength })
        : say('window.code.hint', { count: codeLength });
    },
    pageSentence: ({ purpose, display, isUnopened }: HostedPageView): string => {
      if (isUnopened) return say('place.page-unopened');
      if (purpose === 'denied-or-waiting') return say('place.denied-or-waiting-sentence');
      return display === 'window' ? say('window.page.in-window') : say('window.page.in-browser');
    },
    doctor: { open: say('first.open-doctor'), words: doctorStrings(messages, 'window') },
  } as const;
}

const withFullStop = (text: string): string => (/[.!?…。！？؟]$/u.test(text) ? text : `${text}.`);
