import { CHECKS, VERDICTS } from '../doctor/checks.ts';
import { DIAGNOSES, DIAGNOSIS_CODES, type DiagnosisCode } from '../doctor/diagnoses.ts';
import type { DoctorReport, Finding } from '../doctor/report.ts';
import type { Surface } from './error-strings.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

/** The sentences of the doctor, in the window and on the terminal. */
export type DoctorStrings = ReturnType<typeof doctorStrings>;

/** A check that was not tried; its evidence says why. */
type Skipped = Pick<Finding, 'check' | 'evidence'>;

/** @param surface the window alone has a button to check again */
export function doctorStrings(messages: Messages, surface: Exclude<Surface, 'computer'>) {
  const { formatMessage } = messages;
  const checks = allOf(CHECKS, (check) => formatMessage(`doctor.check.${check}`));
  const findings = allOf(DIAGNOSIS_CODES, (code) => ({
    found: formatMessage(DIAGNOSES[code].found),
    toDo: toDoOf(messages, code, surface),
  }));
  const listed = (names: readonly string[]): string =>
    new Intl.ListFormat(messages.language, { type: 'conjunction' }).format(names);

  return {
    formatMessage,
    checks,
    verdicts: allOf(VERDICTS, (verdict) => formatMessage(`doctor.verdict.${verdict}`)),
    findings,
    /** Each check with the reason why it was not tried, where that is not a check before it. */
    notTried: (skipped: readonly Skipped[]): string =>
      formatMessage('doctor.not-tried', {
        checks: listed(
          skipped.map(({ check, evidence }) =>
            evidence === '' ? checks[check] : `${checks[check]} (${evidence})`,
          ),
        ),
      }),
    /**
     * Says the first finding of the report. If it has none, says how many warnings there are, and
     * what to do.
     */
    summary: ({ first, findings: reported }: DoctorReport): string => {
      if (reported.length === 0) return formatMessage('doctor.summary.nothing');
      const firstSentence = first === null ? '' : findings[first].found;
      if (reported.some(({ verdict }) => verdict === 'wrong'))
        return formatMessage('doctor.summary.wrong', { found: firstSentence });
      // A check that a login requires has an unknown result.
      if (first !== null && DIAGNOSES[first].exitCode === 69) {
        return formatMessage('doctor.summary.may-fail', { found: firstSentence });
      }
      if (first !== null) return formatMessage('doctor.summary.unknown', { found: firstSentence });
      const warnings = reported.filter(({ verdict }) => verdict === 'warning');
      if (warnings.length === 0) return formatMessage('doctor.summary.well');
      const names = [...new Set(warnings.map(({ check }) => check))];
      const advice = new Set(
        warnings.map(({ code }) => findings[code].toDo).filter((toDo) => toDo !== ''),
      );
      const next = nextStep(messages, [...advice]);
      return formatMessage('doctor.summary.warnings', {
        count: names.length,
        checks: listed(names.map((name) => checks[name])),
        next,
      });
    },
  } as const;
}

/** The only advice of all warnings; a reference to the report if there are several. */
function nextStep({ formatMessage }: Messages, [advice, ...more]: readonly string[]): string {
  if (advice === undefined) return formatMessage('doctor.nothing-to-do');
  return more.length === 0 ? advice : formatMessage('doctor.each-says');
}

/** The sentence that says the next step; empty if there is nothing to do. */
function toDoOf(
  { formatMessage }: Messages,
  code: DiagnosisCode,
  surface: Exclude<Surface, 'computer'>,
): string {
  const { toDo } = DIAGNOSES[code];
  if (toDo === null) return '';
  // A message that has no argument `surface` ignores it.
  return formatMessage(toDo, { surface: surface === 'terminal' ? surface : 'other' });
}
