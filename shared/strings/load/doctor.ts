import type { Language } from '../language.ts';
import type { CompiledMessages } from '../messages.ts';
import { doctorStrings, type DoctorStrings } from '../doctor-strings.ts';
import { loadMessages } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=doctor',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=doctor&pseudo',
  import: 'default',
});

/** `own`: the administrator's messages. */
export async function loadDoctorStrings(language: Language, own: CompiledMessages): Promise<DoctorStrings> {
  return doctorStrings(await loadMessages(language, FILES, PSEUDO, own), 'terminal');
}
