/** The keys of the configuration as the templates for fleets want them. */
import { configKeys, type ConfigKey, type Schema } from '../../lib/reference/config-schema.ts';
import examplesOfKeys from './examples.json' with { type: 'json' };

/** A key, or a section. `name`: after the last dot; `section`: before it. */
export type Row = ConfigKey & {
  name: string;
  section: string;
  /** The values of a template: the widest form that the key takes. */
  form: Schema;
  /** A value that the key takes: the safer one, else the default, where that is one. */
  example: unknown;
  isRequired: boolean;
  /** In every roll-out; of a section, one of its keys is. */
  isSet: boolean;
};

/** A value for each key that has no default to show. */
const EXAMPLES: Readonly<Record<string, unknown>> = examplesOfKeys;

/** The keys that every login needs: required, or without a default. */
const REQUIRED = ['service.baseUrl', 'service.systemToken', 'credentials.secretKeyFile'];

/** Values for a roll-out, where the default is a risk. */
const SAFER: Readonly<Record<string, string>> = { 'login.username': 'os', 'login.bypass': 'deny' };

const ALL: readonly Row[] = configKeys()
  .filter(({ key }) => key !== '$schema')
  .map((row) => {
    const { key, schema, fallback, isSection } = row;
    const example = SAFER[key] ?? fallback ?? EXAMPLES[key];
    if (example === undefined && !isSection)
      throw new Error(`scripts/docs/templates/examples.json has no example of ${key}`);
    return {
      ...row,
      name: key.slice(key.lastIndexOf('.') + 1),
      section: key.slice(0, Math.max(key.lastIndexOf('.'), 0)),
      form: widest(schema),
      example,
      isRequired: REQUIRED.includes(key),
      isSet: [...REQUIRED, ...Object.keys(SAFER)].some((set) => `${set}.`.startsWith(`${key}.`)),
    };
  });

export const ROWS = ALL.filter(({ isSection }) => !isSection);
export const SECTIONS = ALL.filter(({ isSection }) => isSection);

/** The keys of a section, then its sections; '' has those outside of every section. */
export const rowsIn = (above: string) =>
  [...ROWS, ...SECTIONS].filter(({ section }) => section === above);

/**
 * Of several forms text before choices. A null is a key that is left out; numbers are choices in
 * words, too.
 */
function widest(schema: Schema): Schema {
  const forms = schema.anyOf?.filter(
    (form) => form.type !== 'null' && typeof form.enum?.[0] !== 'number',
  );
  return forms?.find((form) => form.type === 'string' && !form.enum) ?? forms?.[0] ?? schema;
}

/** The facts about a key for administrators: the words, the values, the default. */
export function factsOf(row: Row) {
  const { words, fallback, isRequired } = row;
  return [
    words,
    `Value: ${valuesOf(row)}.`,
    ...(isRequired ? [] : [`Default: ${fallback === null ? 'none' : JSON.stringify(fallback)}.`]),
  ];
}

/** @throws if no template knows the form */
export function valuesOf({ key, form }: Row): string {
  const quoted = (values: readonly unknown[]) =>
    values.map((value) => JSON.stringify(value)).join(', ');
  if (form.enum) return `one of ${quoted(form.enum)}`;
  switch (form.type) {
    case 'string':
      return `text, at most ${textLimit(form)} characters`;
    case 'integer':
      return `a whole number from ${String(form.minimum)} to ${String(form.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object of JSON';
    case 'array':
      return form.items?.enum ? `a list of ${quoted(form.items.enum)}` : 'a list of texts';
    default:
      throw new Error(`no template knows the form of ${key}: ${JSON.stringify(form)}`);
  }
}

/** Characters of a text: a pattern may say no limit. */
export const textLimit = ({ maxLength = 1000 }: Schema) => maxLength;
