import { existsSync } from 'node:fs';
import { PARTS, readMessages } from '../../../scripts/build/messages.ts';
import type { Requester } from '../../../shared/service/requester.ts';
import type { Method } from '../../../shared/service/methods.ts';
import { plainText } from '../../../shared/strings/types.ts';
import { windowStrings, type Strings } from '../../../shared/strings/window-strings.ts';
import { messagesFor } from '../../support/strings.ts';
import { LOCAL_ADDRESS, type Screen } from './transcript.ts';

/** The languages in which Orca and Gatehouse are heard. */
export type HeardLanguage = 'en' | 'de';

/** Orca's own announcement at its start: it tells a session that Orca speaks the language. */
export const ORCA_IS_ON: Readonly<Record<HeardLanguage, string>> = {
  en: 'Screen reader on.',
  de: 'Bildschirmleser an.',
};

/** The words of the window, and its screens as they are to be heard. */
export type Words = Readonly<{
  language: HeardLanguage;
  strings: Strings;
  screens: Screens;
  /** The doctor found warnings only: the last sentence of its summary. */
  eachWarningSays: string;
  /** The sentences of the window in another language, and their pieces: they must not be heard. */
  foreign: readonly string[];
  /**
   * News while the service is slow to answer: heard on a busy computer alone, also after the screen
   * that it leads to.
   */
  passing: readonly string[];
}>;

export type Screens = Readonly<{
  /** The form for the name. */
  username: Screen;
  /** The list of ways. */
  methods: Screen;
  /** Success, with the user and the requesting application. */
  success: (username: string, requester: Requester) => Screen;
  bypassed: Screen;
  /** The account is not approved yet. */
  waiting: Screen;
  /** A proxy on this computer wants a login. */
  proxyLogin: Screen;
  /** A page of the service in the window. */
  hostedPage: Screen;
  doctor: Screen;
  /** The screen of a way to confirm. */
  of: (method: Method) => Screen;
  /** The screen of an end without entry. */
  end: (code: keyof Strings['errors']) => Screen;
}>;

export function wordsOf(language: HeardLanguage): Words {
  const messages = messagesFor(language, 'window');
  const { formatMessage } = messages;
  const strings = windowStrings(messages);
  const { errors, methods, username } = strings;
  return {
    language,
    strings,
    eachWarningSays: formatMessage('doctor.each-says'),
    foreign: language === 'en' ? [] : englishPieces(),
    passing: [formatMessage('state.verifying'), formatMessage('state.accepted')],
    screens: {
      username: { heading: username.heading, instruction: username.label },
      methods: {
        heading: formatMessage('screen.confirm-it-is-you'),
        instruction: plainText(strings.sentence('screen.signing-in-as', { username: '' })).trim(),
      },
      success: (name, requester) => ({
        heading: formatMessage('window.succeeded.heading'),
        instruction: plainText(strings.confirmed(name, requester)),
      }),
      bypassed: {
        heading: formatMessage('window.succeeded.bypassed-heading'),
        instruction: formatMessage('screen.bypassed'),
      },
      waiting: {
        heading: formatMessage('screen.not-approved'),
        instruction: formatMessage('screen.not-approved-with-address'),
      },
      proxyLogin: {
        heading: errors['proxy-login-required'].title,
        instruction: plainText(strings.sentence('proxy.asks', { proxy: LOCAL_ADDRESS })),
      },
      hostedPage: {
        heading: formatMessage('screen.hosted-page'),
        instruction: formatMessage('window.page.in-window'),
      },
      doctor: {
        heading: formatMessage('window.doctor.heading'),
        instruction: formatMessage('window.doctor.looking'),
      },
      of: (method) => methods[method],
      end: (code) => ({ heading: errors[code].title, instruction: errors[code].whatHappened }),
    },
  };
}

/** Shorter ones may be in a word of another language, or are the same in both. */
const SHORTEST_ENGLISH = 6;

/** The English text of the window: whole messages and their fixed pieces, of two words or more. */
function englishPieces(): readonly string[] {
  const parts = new Set(PARTS.window);
  return (
    Object.entries(readMessages('en'))
      .filter(([key]) => parts.has(key.split('.')[0] ?? ''))
      // At the braces and # of ICU MessageFormat; its own words stand with commas between them.
      .flatMap(([, message]) => message.split(/[{}#]/))
      .map((piece) => piece.trim())
      .filter((piece) => piece.length >= SHORTEST_ENGLISH && /\w \w/.test(piece))
  );
}

/**
 * Why Orca cannot speak a language here; null where it can. Its translations come with it, but slim
 * systems leave them out.
 */
export function whyNotSpoken(language: HeardLanguage): string | null {
  const file = `/usr/share/locale/${language}/LC_MESSAGES/orca.mo`;
  return language === 'en' || existsSync(file) ? null : `Orca's words are not installed: ${file}`;
}
