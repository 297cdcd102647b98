import { enDoctorOnTerminal } from './en-doctor-terminal.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** `gatehouse doctor` in words. */
export type DoctorCommandStrings = Catalogue<typeof enDoctorOnTerminal>;

const DOCTOR_COMMAND: Readonly<Record<Language, DoctorCommandStrings>> = { en: enDoctorOnTerminal };

/** The words of `gatehouse doctor` for a BCP 47 tag; English where there are none. */
export function doctorCommandStringsFor(tag: string): DoctorCommandStrings {
  return DOCTOR_COMMAND[languageFor(tag)];
}
