import { doctorStrings } from '../doctor-strings.ts';
import type { CompiledMessages } from '../messages.ts';
import { loader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=doctor',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=doctor&pseudo',
  import: 'default',
});

export const loadDoctorStrings = loader(FILES, PSEUDO, (messages) =>
  doctorStrings(messages, 'terminal'),
);
