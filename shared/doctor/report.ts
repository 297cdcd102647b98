import * as z from 'zod/mini';
import { CHECKS, VERDICTS } from './checks.ts';
import { DIAGNOSES, DIAGNOSIS_CODES, type DiagnosisCode } from './diagnoses.ts';

export { CHECKS, VERDICTS, type CheckName, type CheckVerdict } from './checks.ts';
export { DIAGNOSES, DIAGNOSIS_CODES, problemsFirst, type DiagnosisCode } from './diagnoses.ts';

/** The result of one check, without secrets. */
const findingSchema = z.strictObject({
  check: z.enum(CHECKS),
  verdict: z.enum(VERDICTS),
  code: z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]]),
  /** What was tried: a host and port, or an address without a query; may be empty. */
  tried: z.string(),
  /**
   * What was observed: the name of an error, a status, a quoted issuer, a difference in seconds;
   * may be empty.
   */
  evidence: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Format of `gatehouse doctor --json` (packaging/schemas/doctor.schema.json). */
export const reportSchema = z.strictObject({
  apiVersion: z.literal('gatehouse/1'),
  /** The exit code of the finding `first` (docs/command-line.md); 0 if that is null. */
  exitCode: z.int().check(z.minimum(0), z.maximum(255)),
  /**
   * The most important finding: the first that is `wrong`, else the first `unknown` whose check a
   * login requires, else the first `unknown`; null if there is none of these.
   */
  first: z.nullable(z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]])),
  findings: z.array(findingSchema),
  /** RFC 3339, UTC. */
  time: z.string(),
  durationMs: z.number(),
});
export type DoctorReport = z.infer<typeof reportSchema>;

export function reportOf(
  findings: readonly Finding[],
  time: Date,
  durationMs: number,
): DoctorReport {
  const first = worstOf(findings);
  return {
    apiVersion: 'gatehouse/1',
    exitCode: first === null ? 0 : DIAGNOSES[first.code].exitCode,
    first: first?.code ?? null,
    findings: [...findings],
    time: time.toISOString(),
    durationMs: Math.round(durationMs),
  };
}

/** The finding for `first` of the report. */
function worstOf(findings: readonly Finding[]): Finding | null {
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown');
  return (
    findings.find(({ verdict }) => verdict === 'wrong') ??
    unknown.find(({ code }) => DIAGNOSES[code].exitCode !== 0) ??
    unknown[0] ??
    null
  );
}
