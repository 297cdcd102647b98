import {
  problemsFirst,
  type CheckVerdict,
  type DoctorReport,
  type Finding,
} from '../../shared/doctor/report.ts';
import type { DoctorStrings } from '../../shared/strings/doctor-strings.ts';

/** A mark that can be read without colour, and searched for. */
const MARKS: Readonly<Record<Exclude<CheckVerdict, 'not-tried'>, string>> = {
  well: '[ok]',
  warning: '[warning]',
  wrong: '[wrong]',
  unknown: '[unknown]',
};

/**
 * The report for a terminal: a line for each finding, problems first (the mark, what was tried, what was found, what to do, the code),
 * one for all that was not tried, and at the end what to begin with, and what to do about it.
 */
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

/** @returns null for what was not tried */
function lineOf({ check, verdict, code, tried, evidence }: Finding, words: DoctorStrings): string | null {
  if (verdict === 'not-tried') return null;
  const { found, toDo } = words.findings[code];
  const place = tried === '' ? '' : ` (${tried})`;
  const seen = evidence === '' ? '' : words.seenOnTerminal(evidence);
  const said = [found, seen, toDo].filter((part) => part !== '').join(' ');
  const line = `${MARKS[verdict]} ${words.checks[check]}${place}: ${said}`;
  // What is well needs no code to be passed on.
  return printable(verdict === 'well' ? line : `${line} [${code}]`);
}

/** Nothing may move the cursor or pose as another line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
