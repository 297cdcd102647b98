/** The published schemas of the output of `gatehouse config validate --json` and `gatehouse config show --json`. */
import * as z from 'zod/mini';
import { effectiveConfigSchema, validationSchema } from '../../shared/config/config-report.ts';

/** @typedef {import('../../shared/config/config-report.ts').Validation} Validation */
/** @typedef {import('../../shared/config/config-report.ts').EffectiveConfig} EffectiveConfig */

const FAULTS =
  'The fault that stops a login: file, dotted key (may be empty) and reason. No value of the file.';

/** @type {Readonly<Record<keyof Validation, string>>} */
const VALIDATION = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program: 0 without a fault, with warnings too; 78 with faults.',
  files: 'The files that were read, the highest first. With faults: the files at fault.',
  faults: FAULTS,
  warnings:
    "Risks, as the doctor's diagnoses; and, for one FILE, the files that it names and that cannot be used.",
};

/** @type {Readonly<Record<keyof EffectiveConfig, string>>} */
const EFFECTIVE = {
  apiVersion: 'The version of this form.',
  exitCode: 'The exit code of the program: 0, or 78 with faults.',
  files: 'The files that the configuration came from, the highest first. "given" is that of --config.',
  values: 'Every key, its value, and the file that says it. A confidential value is null, and "isRedacted".',
  ignored:
    'Values in lower files of keys that are managed only: those come from the first of the files alone.',
  unread: 'A managed file that is not read, because the registry of Windows counts alone; else null.',
  faults: `${FAULTS} With faults there are no values.`,
};

/** The content of `packaging/schemas/config-validate.schema.json`. */
export const configValidateSchema = () =>
  described(validationSchema, 'The result of gatehouse config validate', VALIDATION);

/** The content of `packaging/schemas/config-show.schema.json`. */
export const configShowSchema = () =>
  described(effectiveConfigSchema, 'The output of gatehouse config show', EFFECTIVE);

function described(
  /** @type {typeof validationSchema | typeof effectiveConfigSchema} */ source,
  /** @type {string} */ title,
  /** @type {Readonly<Record<string, string>>} */ words,
) {
  const { $schema, ...schema } = z.toJSONSchema(source, { target: 'draft-7' });
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    { description: words[name], .../** @type {object} */ (member) },
  ]);
  return { $schema, title, ...schema, properties: Object.fromEntries(members) };
}
