/** The published schema of the verdict, the output of `gatehouse check --json`. */
import * as z from 'zod/mini';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';

/** Member descriptions. @type {Readonly<Record<keyof import('../../shared/outcomes/verdict.ts').Verdict, string>>} */
const MEMBERS = {
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

/** The content of `packaging/schemas/verdict.schema.json`. */
export function verdictJsonSchema() {
  const { $schema, ...schema } = z.toJSONSchema(verdictSchema, { target: 'draft-7' });
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    {
      description: Object.entries(MEMBERS).find(([known]) => known === name)?.[1],
      .../** @type {object} */ (member),
    },
  ]);
  return { $schema, title: 'The verdict of Gatehouse', ...schema, properties: Object.fromEntries(members) };
}
