/** The published schema of the doctor's report, the output of `gatehouse doctor --json`. */
import * as z from 'zod/mini';
import { reportSchema } from '../../shared/doctor/report.ts';

/** Member descriptions. @type {Readonly<Record<keyof import('../../shared/doctor/report.ts').DoctorReport, string>>} */
const MEMBERS = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program; 0 where all is well, or only to be warned of.',
  first: 'The diagnosis to begin with: the first that is wrong, else the first that is not known, else null.',
  findings: 'The checks, each after those that it depends on.',
  time: 'When it was made: RFC 3339, in UTC.',
  durationMs: 'How long it took, in milliseconds.',
};

/** Descriptions of a finding's members. @type {Readonly<Record<keyof import('../../shared/doctor/report.ts').Finding, string>>} */
const FINDING_MEMBERS = {
  check: 'The check.',
  verdict: 'Its result. "not-tried": an earlier finding makes it pointless, or the time was up.',
  code: 'The diagnosis.',
  tried: 'The target: a file, a host and port, an address without query; may be empty.',
  evidence: "The observation: an error's name, a status, an issuer in quotes; may be empty. No secret.",
};

/** The content of `packaging/schemas/doctor.schema.json`. */
export function doctorJsonSchema() {
  const { $schema, ...schema } = z.toJSONSchema(reportSchema, { target: 'draft-7' });
  const properties = described(schema.properties, MEMBERS);
  const { findings } = /** @type {{ findings: { items: { properties: object } } }} */ (properties);
  const items = { ...findings.items, properties: described(findings.items.properties, FINDING_MEMBERS) };
  return {
    $schema,
    title: "The report of Gatehouse's doctor",
    ...schema,
    properties: { ...properties, findings: { ...findings, items } },
  };
}

function described(
  /** @type {object | undefined} */ members,
  /** @type {Readonly<Record<string, string>>} */ words,
) {
  return Object.fromEntries(
    Object.entries(members ?? {}).map(([name, member]) => [name, { description: words[name], ...member }]),
  );
}
