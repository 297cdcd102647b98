/** The keys of the configuration as the templates for fleets want them. */
import { inRoot } from '../../lib/paths.mjs';
import { readJson } from '../../lib/stamp.mjs';
import { configKeys, type Schema } from '../config-schema.ts';

type Kind =
  | { type: 'text'; most: number }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'whole'; least: number; most: number }
  | { type: 'switch' }
  | { type: 'object' }
  | { type: 'list'; values: readonly string[] | null };

export type Row = {
  path: readonly string[];
  /** The last part of the path. */
  name: string;
  key: string;
  words: string;
  kind: Kind;
  fallback: unknown;
  /** A value that the key takes: the safer one, else the default, where that is one. */
  example: unknown;
  isRequired: boolean;
  /** In every roll-out. */
  isSet: boolean;
};
type Section = { path: readonly string[]; name: string; key: string; words: string };

/** A value for each key that has no default to show. */
const EXAMPLES = readJson(inRoot('scripts', 'docs', 'templates', 'examples.json')) as Record<string, unknown>;

/** The keys that every login needs: required, or without a default. */
const REQUIRED = ['service.baseUrl', 'service.systemToken', 'credentials.secretKeyFile'];

/** Values for a roll-out, where the default is a risk. */
const SAFER: Readonly<Record<string, string>> = { 'login.username': 'os', 'login.bypass': 'deny' };

const placeOf = (key: string) => ({ path: key.split('.'), name: key.split('.').at(-1) ?? '' });

/** The rows or sections directly below a path. */
export const childrenOf = <Item extends { path: readonly string[] }>(
  items: readonly Item[],
  above: readonly string[],
) =>
  items.filter(
    ({ path }) => path.length === above.length + 1 && above.every((name, index) => path[index] === name),
  );

const ALL = configKeys().filter(({ key }) => key !== '$schema');

export const ROWS: readonly Row[] = ALL.filter(({ schema }) => schema.properties === undefined).map(
  ({ key, schema, words, fallback }) => {
    const example = SAFER[key] ?? fallback ?? EXAMPLES[key];
    if (example === undefined)
      throw new Error(`scripts/docs/templates/examples.json has no example of ${key}`);
    return {
      ...placeOf(key),
      key,
      words,
      kind: kindOf(key, schema),
      fallback,
      example,
      isRequired: REQUIRED.includes(key),
      isSet: REQUIRED.includes(key) || key in SAFER,
    };
  },
);

export const SECTIONS: readonly Section[] = ALL.filter(({ schema }) => schema.properties !== undefined).map(
  ({ key, words }) => ({ ...placeOf(key), key, words }),
);

/** The facts about a key for administrators: the words, the values, the default. */
export function factsOf({ words, kind, fallback, isRequired }: Row) {
  return [
    words,
    `Value: ${valuesOf(kind)}.`,
    ...(isRequired ? [] : [`Default: ${fallback === null ? 'none' : JSON.stringify(fallback)}.`]),
  ];
}

export function valuesOf(kind: Kind): string {
  const quoted = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');
  switch (kind.type) {
    case 'text':
      return `text, at most ${kind.most} characters`;
    case 'choice':
      return `one of ${quoted(kind.values)}`;
    case 'whole':
      return `a whole number from ${kind.least} to ${kind.most}`;
    case 'switch':
      return 'true or false';
    case 'object':
      return 'an object of JSON';
    case 'list':
      return kind.values === null ? 'a list of texts' : `a list of ${quoted(kind.values)}`;
  }
}

function kindOf(key: string, schema: Schema): Kind {
  const { type, anyOf, items, minimum, maximum, maxLength } = schema;
  if (schema.enum?.every((value) => typeof value === 'string')) {
    return { type: 'choice', values: schema.enum };
  }
  if (anyOf) {
    // Of several forms the widest counts: text before choices. A null is a key that is left out.
    const kinds = anyOf
      .filter((form) => form.type !== 'null' && !isNumbers(form))
      .map((form) => kindOf(key, form));
    const widest = kinds.find((kind) => kind.type === 'text') ?? kinds[0];
    if (widest) return widest;
  }
  if (type === 'object') return { type: 'object' };
  if (type === 'boolean') return { type: 'switch' };
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) {
    return { type: 'whole', least: minimum, most: maximum };
  }
  if (type === 'array' && items)
    return { type: 'list', values: (items.enum as string[] | undefined) ?? null };
  if (type === 'string') return { type: 'text', most: maxLength ?? 1000 };
  throw new Error(`no template knows the form of ${key}: ${JSON.stringify(schema)}`);
}

/** Numbers that stand for the same choices in words. */
function isNumbers(schema: Schema) {
  return schema.enum?.every((value) => typeof value === 'number') === true;
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
