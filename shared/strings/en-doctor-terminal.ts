import type { DiagnosisCode } from '../doctor/report.ts';
import { enDoctor } from './en-doctor.ts';
import type { FindingStrings } from './types.ts';

/** English: the words of `gatehouse doctor`, which has no button to check again with. */
export const enDoctorOnTerminal = {
  ...enDoctor,
  /** Said at once, on standard error: a terminal would seem dead meanwhile. */
  begins: 'Checking. This takes up to 20 seconds.',
  findings: Object.fromEntries(
    Object.entries(enDoctor.findings).map(([code, { found, toDo }]) => [
      code,
      { found, toDo: withoutButton(toDo) },
    ]),
  ) as Readonly<Record<DiagnosisCode, FindingStrings>>,
};

function withoutButton(text: string): string {
  return text
    .replace(/\bCheck again\b/g, 'Run this command again')
    .replace(/\bcheck again\b/g, 'run this command again');
}
