/** The published schemas of the program's JSON: made from those that it checks with, with a description of each member. */
import * as z from 'zod/mini';
import {
  effectiveConfigSchema,
  validationSchema,
  type EffectiveConfig,
  type Validation,
} from '../../shared/config/config-report.ts';
import { reportSchema, type DoctorReport, type Finding } from '../../shared/doctor/report.ts';
import { verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';

/** Descriptions, by the name of the member. */
type Words<Schema> = Readonly<Record<keyof Schema, string>>;

const VERDICT: Words<Verdict> = {
  apiVersion: 'The version of this form.',
  outcome: 'The outcome of the login. The first three let the person in.',
  reason: 'The reason of a refusal; null when the person is let in.',
  exitCode: 'The exit code of the program; 0 where the person is let in.',
  username: 'The person, after a confirmation as the service spells the name; null without a name.',
  email: 'The email address that the service gave for the person.',
  consumerParams: 'Other data of the service about the person, unchanged.',
  application: 'The application, as the service names it.',
  company: 'The organisation, as the service names it.',
  method: 'The method that was used, or was under way.',
  time: 'When the verdict was reached: RFC 3339, in UTC.',
  ticket: 'A signed form of a verdict that lets the person in: a compact JWS (EdDSA). Null otherwise.',
};

const REPORT: Words<DoctorReport> = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program; 0 where all is well, or only to be warned of.',
  first: 'The diagnosis to begin with: the first that is wrong, else the first that is not known, else null.',
  findings: 'The checks, each after those that it depends on.',
  time: 'When it was made: RFC 3339, in UTC.',
  durationMs: 'How long it took, in milliseconds.',
};

const FINDING: Words<Finding> = {
  check: 'The check.',
  verdict: 'Its result. "not-tried": an earlier finding makes it pointless, or the time was up.',
  code: 'The diagnosis.',
  tried: 'The target: a file, a host and port, an address without query; may be empty.',
  evidence: "The observation: an error's name, a status, an issuer in quotes; may be empty. No secret.",
};

const FAULTS =
  'The fault that stops a login: file, dotted key (may be empty) and reason. No value of the file.';

const VALIDATION: Words<Validation> = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program: 0 without a fault, with warnings too; 78 with faults.',
  files: 'The files that were read, the highest first. With faults: the files at fault.',
  faults: FAULTS,
  warnings:
    "Risks, as the doctor's diagnoses; and, for one FILE, the files that it names and that cannot be used.",
};

const EFFECTIVE: Words<EffectiveConfig> = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program: 0, or 78 with faults.',
  files: 'The files that the configuration came from, the highest first. "given" is that of --config.',
  values: 'Every key, its value, and the file that says it. A confidential value is null, and "isRedacted".',
  ignored:
    'Values in lower files of keys that are managed only: those come from the first of the files alone.',
  unread: 'A managed file that is not read, because the registry of Windows counts alone; else null.',
  faults: `${FAULTS} With faults there are no values.`,
};

/** `gatehouse check --json`. */
export const verdictJsonSchema = () => published(verdictSchema, 'The verdict of Gatehouse', VERDICT);

/** `gatehouse doctor --json`. */
export function doctorJsonSchema(): object {
  const schema = published(reportSchema, "The report of Gatehouse's doctor", REPORT);
  const { items } = schema.properties['findings'] as { items: { properties: object } };
  items.properties = described(items.properties, FINDING);
  return schema;
}

/** `gatehouse config validate --json`. */
export const configValidateSchema = () =>
  published(validationSchema, 'The result of gatehouse config validate', VALIDATION);

/** `gatehouse config show --json`. */
export const configShowSchema = () =>
  published(effectiveConfigSchema, 'The output of gatehouse config show', EFFECTIVE);

function published(source: z.ZodMiniType, title: string, words: Readonly<Record<string, string>>) {
  const { $schema, ...schema } = z.toJSONSchema(source, { target: 'draft-7' });
  return { $schema, title, ...schema, properties: described(schema.properties, words) };
}

const described = (
  members: object | undefined,
  words: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members ?? {}).map(([name, member]) => [
      name,
      { description: words[name], ...(member as object) },
    ]),
  );
