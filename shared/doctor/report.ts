import * as z from 'zod/mini';
import { CHECKS, VERDICTS } from './checks.ts';
import { DIAGNOSES, DIAGNOSIS_CODES, type DiagnosisCode } from './diagnoses.ts';

export { CHECKS, VERDICTS, type CheckName, type CheckVerdict } from './checks.ts';
export { DIAGNOSES, DIAGNOSIS_CODES, problemsFirst, type DiagnosisCode } from './diagnoses.ts';

/** One line of the doctor: the check, its result, and the evidence: names, numbers, codes; no secret. */
const findingSchema = z.strictObject({
  check: z.enum(CHECKS),
  verdict: z.enum(VERDICTS),
  code: z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]]),
  /** The subject, as data: a host and port, an address without query; empty without one. */
  tried: z.string(),
  /** The observation: an error's name, a status, an issuer in quotes, a difference in seconds; may be empty. */
  evidence: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** The whole report, as `gatehouse doctor --json` prints it (packaging/schemas/doctor.schema.json) and the window shows it. */
export const reportSchema = z.strictObject({
  apiVersion: z.literal('gatehouse/1'),
  /** That of `first`, as docs/command-line.md lists them; 0 where all is well or only warned of. */
  exitCode: z.int().check(z.minimum(0), z.maximum(255)),
  /** The worst finding, to begin with: the first that is wrong, else the first unknown that a login cannot do without, else the first unknown, else null. */
  first: z.nullable(z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]])),
  findings: z.array(findingSchema),
  /** When it was made: RFC 3339, UTC. */
  time: z.string(),
  /** How long it took, in milliseconds. */
  durationMs: z.number(),
});
export type DoctorReport = z.infer<typeof reportSchema>;

/** Joins findings into a report. */
export function reportOf(findings: readonly Finding[], time: Date, durationMs: number): DoctorReport {
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

/** An unknown may be no problem: requirements of a login come before its options. */
function worstOf(findings: readonly Finding[]): Finding | null {
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown');
  return (
    findings.find(({ verdict }) => verdict === 'wrong') ??
    unknown.find(({ code }) => DIAGNOSES[code].exitCode !== 0) ??
    unknown[0] ??
    null
  );
}
