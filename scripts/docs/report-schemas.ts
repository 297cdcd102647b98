/**
 * The published schemas of the program's JSON: made from those that it checks with, with a
 * description of each member.
 */
import * as z from 'zod/mini';
import { effectiveConfigSchema, validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import { auditLineSchema } from '../../shared/outcomes/audit-line.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import wordsOf from './schema-words.json' with { type: 'json' };

type Words = Readonly<Record<string, string>>;

/** Every schema by its file. */
export const REPORT_SCHEMAS: Readonly<Record<string, () => object>> = {
  'packaging/schemas/verdict.schema.json': () =>
    published(verdictSchema, 'The verdict of Gatehouse', wordsOf.verdict),
  'packaging/schemas/audit.schema.json': () =>
    published(auditLineSchema, "A line of Gatehouse in the system's log", wordsOf.audit),
  'packaging/schemas/doctor.schema.json': () => {
    const schema = published(reportSchema, "The report of Gatehouse's doctor", wordsOf.doctor);
    const { items } = schema.properties['findings'] as { items: { properties: object } };
    items.properties = described(items.properties, wordsOf.finding);
    return schema;
  },
  'packaging/schemas/config-validate.schema.json': () =>
    published(validationSchema, 'The result of gatehouse config validate', wordsOf.configValidate),
  'packaging/schemas/config-show.schema.json': () =>
    published(effectiveConfigSchema, 'The output of gatehouse config show', wordsOf.configShow),
};

function published(source: z.ZodMiniType, title: string, words: Words) {
  const { $schema, ...schema } = z.toJSONSchema(source, { target: 'draft-7' });
  return { $schema, title, ...schema, properties: described(schema.properties, words) };
}

/** @throws where a member has no description, so that every one is documented */
const described = (members: object = {}, words: Words): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const description = words[name];
      if (description === undefined) throw new Error(`schema-words.json does not describe ${name}`);
      return [name, { description, ...(member as object) }];
    }),
  );
