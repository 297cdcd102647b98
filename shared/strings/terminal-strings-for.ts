import { enHeadless } from './en-headless.ts';
import { enTerminal } from './en-terminal.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** Every word of a login on the terminal. */
export type TerminalStrings = Catalogue<typeof enTerminal>;
/** What a login without anybody writes beside it. */
export type HeadlessStrings = Catalogue<typeof enHeadless>;

const TERMINAL: Readonly<Record<Language, TerminalStrings>> = { en: enTerminal };
const HEADLESS: Readonly<Record<Language, HeadlessStrings>> = { en: enHeadless };

/** The words of a login on the terminal, for a BCP 47 tag; English where there are none. */
export function terminalStringsFor(tag: string): TerminalStrings {
  return TERMINAL[languageFor(tag)];
}

/** The words of a login without anybody; likewise. */
export function headlessStringsFor(tag: string): HeadlessStrings {
  return HEADLESS[languageFor(tag)];
}
