import type { HostedPageView, Notice } from '../login/view/login-view.ts';
import type { ServiceText } from '../service/service-text.ts';
import type { Method } from '../service/methods.ts';
import { doctorStrings } from './doctor-strings.ts';
import { firstStrings } from './first-strings.ts';
import { loginStrings } from './login-strings.ts';
import type { Messages } from './messages.ts';

export type Strings = ReturnType<typeof windowStrings>;

export function windowStrings(messages: Messages) {
  const { say } = messages;
  const first = firstStrings(messages);
  const login = loginStrings(messages, 'window');
  return {
    ...first,
    ...login,
    /** Announced quote; empty for an empty text. */
    serviceSpoken: (serviceText: ServiceText | null): string => {
      const quotes = [serviceText?.message ?? '', serviceText?.details ?? ''].filter(
        (text) => text !== '',
      );
      return quotes.length === 0
        ? ''
        : say('service-says.spoken', { text: quotes.map(withFullStop).join(' ') });
    },
    /** `again`: label of the restart button; null if the button is missing. */
    notice: (given: Notice, again: string | null): string =>
      login.notice(given, again === null ? { how: 'list' } : { how: 'button', again }),
    milestone: (remainingMs: number, canExtend: boolean): string => {
      const left = login.timeLeft(remainingMs);
      return canExtend
        ? say('window.wait.milestone-with-button', { left })
        : say('window.wait.milestone', { left });
    },
    pauseIn: (ms: number): string => say('window.wait.pause-in', { clock: login.clock(ms) }),
    /** States a known length and the effect of pasting (WCAG 3.2.2). */
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
    doctor: { ...first.doctor, words: doctorStrings(messages, 'window') },
  } as const;
}

const withFullStop = (text: string): string => (/[.!?…。！？؟]$/u.test(text) ? text : `${text}.`);
