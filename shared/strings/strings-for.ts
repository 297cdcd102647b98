import { enDoctorOnTerminal } from './en-doctor-terminal.ts';
import type { enDoctor } from './en-doctor.ts';
import { enHeadless } from './en-headless.ts';
import { enTerminal } from './en-terminal.ts';
import { en } from './en-window.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** Every word of the window. */
export type Strings = Catalogue<typeof en>;
/** Every word of a login on the terminal. */
export type TerminalStrings = Catalogue<typeof enTerminal>;
/** What a login without anybody writes beside it. */
export type HeadlessStrings = Catalogue<typeof enHeadless>;
/** The doctor in words, for both frontends: the window's screen and `gatehouse doctor`. */
export type DoctorStrings = Catalogue<typeof enDoctor>;
/** `gatehouse doctor` in words. */
export type DoctorCommandStrings = Catalogue<typeof enDoctorOnTerminal>;

// A language is one value in each of these, and one in `first-strings-for.ts`.
const WINDOW: Readonly<Record<Language, Strings>> = { en };
const TERMINAL: Readonly<Record<Language, TerminalStrings>> = { en: enTerminal };
const HEADLESS: Readonly<Record<Language, HeadlessStrings>> = { en: enHeadless };
const DOCTOR_COMMAND: Readonly<Record<Language, DoctorCommandStrings>> = { en: enDoctorOnTerminal };

/** The words of the window for a BCP 47 tag; English where there are none. So for the others. */
export const stringsFor = (tag: string): Strings => WINDOW[languageFor(tag)];
export const terminalStringsFor = (tag: string): TerminalStrings => TERMINAL[languageFor(tag)];
export const headlessStringsFor = (tag: string): HeadlessStrings => HEADLESS[languageFor(tag)];
export const doctorCommandStringsFor = (tag: string): DoctorCommandStrings =>
  DOCTOR_COMMAND[languageFor(tag)];
