/**
 * The published schema of the configuration: made from the one that the program checks with, and
 * our words.
 */
import * as z from 'zod/mini';
import { configFileSchema, DEFAULTS, MANAGED_ONLY } from '../../../shared/config/config-schema.ts';
import { code } from '../markdown.ts';
import { wordsOf } from './docstrings.ts';

type Facts = 'title' | 'description' | 'default' | 'type' | 'enum' | 'pattern';
type Limits = 'minimum' | 'maximum' | 'minLength' | 'maxLength';
export type Schema = Pick<z.core.JSONSchema.BaseSchema, Facts | Limits> & {
  $schema?: string | undefined;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
/** A key, or a section of keys. `fallback`: undefined without a default. */
export type ConfigKey = {
  key: string;
  schema: Schema;
  words: string;
  fallback: unknown;
  isSection: boolean;
  isManagedOnly: boolean;
};

const wordsFor = wordsOf('shared/config/config-keys.ts', 'CONFIG_KEYS');

/** The content of `packaging/schemas/config.schema.json`. */
export function configSchema(): Schema {
  const { $schema, ...schema } = z.toJSONSchema(configFileSchema, { target: 'draft-7' }) as Schema;
  return { $schema, title: 'The configuration of Gatehouse', ...described(schema, '') };
}

const keyIn = (section: string, name: string) => (section === '' ? name : `${section}.${name}`);

/** A value with its default, or a section whose members are described. */
function described({ properties, ...schema }: Schema, key: string): Schema {
  if (properties === undefined) return { ...schema, default: defaultOf(key) };
  const members = Object.entries(properties).map(([name, member]) => {
    const inner = keyIn(key, name);
    return [name, { description: wordsFor(inner), ...described(member, inner) }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

/** Undefined where the key has no default. */
const defaultOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      DEFAULTS,
    );

/** Every key in the schema's order; sections come before their keys. */
export const configKeys = () => keysBelow(configSchema(), '');

const keysBelow = (section: Schema, above: string): ConfigKey[] =>
  Object.entries(section.properties ?? {}).flatMap(([name, schema]) => {
    const key = keyIn(above, name);
    const { description: words = '', default: fallback, properties } = schema;
    const isManagedOnly = MANAGED_ONLY.some((managed) => `${key}.`.startsWith(`${managed}.`));
    const isSection = properties !== undefined;
    return [{ key, schema, words, fallback, isSection, isManagedOnly }, ...keysBelow(schema, key)];
  });

/**
 * The values that a key may have, in words.
 *
 * @param form the words for text of a pattern
 */
export function kindOf(
  schema: Schema,
  form = (pattern: string) => `text that matches ${code(pattern)}`,
): string {
  const { anyOf, items, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' ');
  if (anyOf) return anyOf.map((kind) => kindOf(kind, form)).join(' or ');
  if (schema.type === 'array' && items) return `list of ${kindOf(items, form)}`;
  if (schema.type === 'object') return 'an object';
  if (schema.type === 'null') return code('null');
  if (schema.type === 'boolean') return `${code('true')} ${code('false')}`;
  if (schema.type === 'integer') return `whole number, ${String(minimum)} to ${String(maximum)}`;
  if (minLength !== undefined) return `text, ${minLength} to ${String(maxLength)} characters`;
  return pattern === undefined ? 'text' : form(pattern);
}
