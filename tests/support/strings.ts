import { compiledMessages, type Part } from '../../scripts/build/messages.ts';
import { callbackStrings } from '../../shared/strings/callback-strings.ts';
import { doctorStrings } from '../../shared/strings/doctor-strings.ts';
import { headlessStrings } from '../../shared/strings/headless-strings.ts';
import type { Language } from '../../shared/strings/language.ts';
import { messagesOf, type Messages } from '../../shared/strings/messages.ts';
import { terminalStrings } from '../../shared/strings/terminal-strings.ts';
import { windowStrings } from '../../shared/strings/window-strings.ts';

/** The messages of a language as a part of the program loads them. */
export const messagesFor = (language: Language, part: Part): Messages =>
  messagesOf(language, compiledMessages(language, part));

/** The English words of each part, as tests expect them. */
export const en = windowStrings(messagesFor('en', 'window'));
export const enTerminal = terminalStrings(messagesFor('en', 'terminal'));
export const enHeadless = headlessStrings(messagesFor('en', 'headless'));
export const enDoctorCommand = doctorStrings(messagesFor('en', 'doctor'), 'terminal');
export const enCallback = callbackStrings(messagesFor('en', 'callback'));

/** The English messages of a part that take no arguments. */
export const fixedTexts = (part: Part): readonly string[] =>
  Object.values(compiledMessages('en', part)).filter((message) => typeof message === 'string');
