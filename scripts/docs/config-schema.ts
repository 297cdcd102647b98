/** The published schema of the configuration: made from the one that the program checks with, and our words. */
import * as z from 'zod/mini';
import { configFileSchema, DEFAULTS } from '../../shared/config/config-schema.ts';
import { wordsOf } from './docstrings.ts';

export type Schema = {
  $schema?: string;
  title?: string;
  description?: string;
  default?: unknown;
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};
type ConfigKey = { key: string; schema: Schema; words: string; fallback: unknown };

const wordsFor = wordsOf('shared/config/config-keys.ts', 'CONFIG_KEYS');

const plainSchema = () => z.toJSONSchema(configFileSchema, { target: 'draft-7' }) as Schema;

/** The content of `packaging/schemas/config.schema.json`. */
export function configSchema(): Schema {
  const { $schema, ...schema } = plainSchema();
  const title = 'The configuration of Gatehouse';
  return { ...($schema === undefined ? {} : { $schema }), title, ...described(schema, '') };
}

/** Every key in the schema's order; sections come before their keys. */
export const configKeys = () => keysBelow(plainSchema(), '');

const keysBelow = (schema: Schema, above: string): ConfigKey[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const key = above === '' ? name : `${above}.${name}`;
    const own = { key, schema: inner, words: wordsFor(key), fallback: defaultOf(key) };
    return [own, ...keysBelow(inner, key)];
  });

function described(schema: Schema, key: string): Schema {
  const { properties, ...rest } = schema;
  const fallback = defaultOf(key);
  const isValue = properties === undefined && fallback !== undefined;
  const inner = Object.entries(properties ?? {}).map(([name, child]) => [
    name,
    described(child, key === '' ? name : `${key}.${name}`),
  ]);
  return {
    ...(key === '' ? {} : { description: wordsFor(key) }),
    ...rest,
    ...(isValue ? { default: fallback } : {}),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
  };
}

/** Undefined where the key has no default. */
const defaultOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], DEFAULTS);
