import {
  problemsFirst,
  type CheckVerdict,
  type DoctorReport,
  type Finding,
} from '../../shared/doctor/report.ts';
import type { DoctorStrings } from '../../shared/strings/doctor-strings.ts';

/** Marks at the start of a line. They are legible without colour, and searchable. */
const MARKS: Readonly<Record<Exclude<CheckVerdict, 'not-tried'>, string>> = {
  well: '[ok]',
  warning: '[warning]',
  wrong: '[wrong]',
  unknown: '[unknown]',
};

/** Problems first, then all skipped checks in one line, then the first step to take. */
export function reportLines(report: DoctorReport, strings: DoctorStrings): readonly string[] {
  const lines = problemsFirst(report.findings)
    .map((finding) => lineOf(finding, strings))
    .filter((line) => line !== null);
  const skipped = report.findings.filter(({ verdict }) => verdict === 'not-tried');
  const skippedLines = skipped.length === 0 ? [] : [printable(strings.notTried(skipped))];
  const toDo = report.first === null ? '' : strings.findings[report.first].toDo;
  const end = [strings.summary(report), toDo].filter((part) => part !== '').join(' ');
  return [...lines, ...skippedLines, '', end];
}

/** Null for a skipped check. */
function lineOf(
  { check, verdict, code, tried, evidence }: Finding,
  strings: DoctorStrings,
): string | null {
  if (verdict === 'not-tried') return null;
  const { found, toDo } = strings.findings[code];
  const triedPart = tried === '' ? '' : ` (${tried})`;
  const seen =
    evidence === '' ? '' : strings.formatMessage('doctor.seen-on-terminal', { evidence });
  const message = [found, seen, toDo].filter((part) => part !== '').join(' ');
  const line = `${MARKS[verdict]} ${strings.checks[check]}${triedPart}: ${message}`;
  // Support needs no code of a successful check.
  return printable(verdict === 'well' ? line : `${line} [${code}]`);
}

/** Replaces control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
