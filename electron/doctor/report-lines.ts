import {
  problemsFirst,
  type CheckVerdict,
  type DoctorReport,
  type Finding,
} from '../../shared/doctor/report.ts';
import type { DoctorStrings } from '../../shared/strings/doctor-strings.ts';

/** Legible without colour, and searchable. */
const MARKS: Readonly<Record<Exclude<CheckVerdict, 'not-tried'>, string>> = {
  well: '[ok]',
  warning: '[warning]',
  wrong: '[wrong]',
  unknown: '[unknown]',
};

/** Problems first, then all skipped checks in one line, then the first step to take. */
export function reportLines(report: DoctorReport, words: DoctorStrings): readonly string[] {
  const toDo = report.first === null ? '' : words.findings[report.first].toDo;
  const skipped = report.findings.filter(({ verdict }) => verdict === 'not-tried');
  return [
    ...problemsFirst(report.findings).flatMap((finding) => lineOf(finding, words) ?? []),
    ...(skipped.length === 0 ? [] : [words.notTried(skipped.map(({ check }) => check))]),
    '',
    [words.summary(report), toDo].filter((part) => part !== '').join(' '),
  ];
}

/** Null for a skipped check. */
function lineOf(
  { check, verdict, code, tried, evidence }: Finding,
  words: DoctorStrings,
): string | null {
  if (verdict === 'not-tried') return null;
  const { found, toDo } = words.findings[code];
  const triedPart = tried === '' ? '' : ` (${tried})`;
  const seen = evidence === '' ? '' : words.say('doctor.seen-on-terminal', { evidence });
  const message = [found, seen, toDo].filter((part) => part !== '').join(' ');
  const line = `${MARKS[verdict]} ${words.checks[check]}${triedPart}: ${message}`;
  // Support needs no code of a successful check.
  return printable(verdict === 'well' ? line : `${line} [${code}]`);
}

/** Replaces control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
