import { enDoctor } from './en-doctor.ts';
import type { DoctorStrings } from './types.ts';

/** Said at once, on standard error: a terminal would seem dead meanwhile. */
export const enDoctorBegins = 'Checking. This takes up to 20 seconds.';

/** The words of the doctor for a terminal, which has no button to check again with. */
export const enDoctorOnTerminal: DoctorStrings = {
  ...enDoctor,
  findings: Object.fromEntries(
    Object.entries(enDoctor.findings).map(([code, { found, toDo }]) => [
      code,
      { found, toDo: withoutButton(toDo) },
    ]),
  ) as DoctorStrings['findings'],
};

function withoutButton(text: string): string {
  return text
    .replace(/\bCheck again\b/g, 'Run this command again')
    .replace(/\bcheck again\b/g, 'run this command again');
}
