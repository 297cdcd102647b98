/** The published schema of the configuration: made from the one that the program checks with, and our words. */
import * as z from 'zod/mini';
import { configFileSchema, DEFAULTS } from '../../shared/config/config-schema.ts';
import { wordsOf } from './docstrings.mjs';

/**
 * @typedef {{
 *   $schema?: string, title?: string, description?: string, default?: unknown, type?: string,
 *   enum?: unknown[], properties?: Record<string, Schema>, items?: Schema, anyOf?: Schema[],
 *   minimum?: number, maximum?: number, minLength?: number, maxLength?: number, pattern?: string,
 * }} Schema
 * @typedef {{ key: string, schema: Schema, words: string, fallback: unknown }} ConfigKey
 */

const wordsFor = wordsOf('shared/config/config-keys.ts', 'CONFIG_KEYS');

/** @returns {Schema} */
const plainSchema = () => /** @type {Schema} */ (z.toJSONSchema(configFileSchema, { target: 'draft-7' }));

/** The content of `packaging/schemas/config.schema.json`. @returns {Schema} */
export function configSchema() {
  const { $schema, ...schema } = plainSchema();
  const title = 'The configuration of Gatehouse';
  return { ...($schema === undefined ? {} : { $schema }), title, ...described(schema, '') };
}

/**
 * Every key in the schema's order; sections come before their keys.
 * @returns {ConfigKey[]}
 */
export function configKeys() {
  const walk = (/** @type {Schema} */ schema, /** @type {string} */ above) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const key = above === '' ? name : `${above}.${name}`;
      /** @type {ConfigKey[]} */
      const found = [
        { key, schema: inner, words: wordsFor(key), fallback: defaultOf(key) },
        ...walk(inner, key),
      ];
      return found;
    });
  return walk(plainSchema(), '');
}

/** @returns {Schema} */
function described(/** @type {Schema} */ schema, /** @type {string} */ key) {
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

/** @returns {unknown} undefined where the key has no default */
function defaultOf(/** @type {string} */ key) {
  return key
    .split('.')
    .reduce(
      (/** @type {unknown} */ value, name) =>
        /** @type {Record<string, unknown> | undefined} */ (value)?.[name],
      DEFAULTS,
    );
}
