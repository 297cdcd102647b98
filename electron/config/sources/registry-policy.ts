import * as z from 'zod/mini';
import { CONFIG_KEYS } from '../../../shared/config/config-keys.ts';
import type { ConfigEntries, ConfigEntry } from '../../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../../shared/result.ts';
import type { RegistryValue } from '../../os/windows/ask-system.ts';
import { readRegistryValue, type RegistryData } from '../../os/windows/registry-value.ts';
import { checkConfigData } from '../check-config-data.ts';
import type { ConfigError } from '../config-error.ts';
import { faultsOf } from '../config-error.ts';
import { parseConfigText } from '../parse-config-text.ts';
import type { ExaminedFile } from '../read-config-file.ts';

/** HKEY_CURRENT_USER is never read. */
export const POLICY_KEY = 'HKLM\\Software\\Policies\\Gatehouse';

const MOST_ITEMS = 1000;

type Named = Readonly<{
  /** Names of the registry keys from the section at hand to the value. */
  path: readonly string[];
  value: RegistryValue;
}>;
type Field = readonly [name: string, value: unknown];
type Refuse = (key: readonly string[], reason: string) => void;

/**
 * Checks the registry policy (form: packaging/policies/windows). A section is a registry key. An
 * object is JSON in a REG_SZ. A list is a REG_MULTI_SZ, or a key with the values 1, 2, 3. The case
 * of names does not count, as in Windows. Returns null if there are no values, because a withdrawn
 * policy leaves empty keys behind.
 */
// SECURITY: SEC-62 one unknown name or wrong type stops the start.
export function examineRegistryPolicy(values: readonly RegistryValue[] | null): ExaminedFile {
  const file = POLICY_KEY;
  const named = (values ?? [])
    .filter((value) => !isUnsetDefault(value))
    .map((value) => ({ path: value.key === '' ? [] : value.key.split('\\'), value }));
  if (named.length === 0) return success(null);
  const faults: ConfigError[] = [];
  const fields = sectionOf(named, CONFIG_KEYS, [], (key, reason) => {
    faults.push({ file, key: key.join('.'), reason });
  });
  const data = checkConfigData(file, fields);
  const allFaults = faultsOf([...faults, ...(data.ok ? [] : data.error)]);
  if (allFaults !== null) return failure(allFaults);
  return data.ok ? success({ file, data: data.value, isManaged: true, isPolicy: true }) : data;
}

/** Whether a value is the empty default value with which tools create a key. */
function isUnsetDefault({ name, data }: RegistryValue): boolean {
  return name === '' && /^0*$/.test(data);
}

/** Converts the values of a section to JSON. `refuse` gets each fault; a refused value is left out. */
function sectionOf(
  named: readonly Named[],
  entries: ConfigEntries,
  above: readonly string[],
  refuse: Refuse,
): Record<string, unknown> {
  const valuesHere = named.filter(({ path }) => path.length === 0).map(({ value }) => value);
  const fields = valuesHere.flatMap((value): Field[] => {
    const [name, entry] = entryOf(entries, value.name);
    const key = [...above, name === '' ? '(Default)' : name];
    // An unknown name stays, with a null: `checkConfigData` reports it.
    if (entry === undefined) return [[name === '' ? '(Default)' : name, null]];
    const data =
      entry.kind === 'section' ? failure('must be a key of the registry') : dataOf(entry, value);
    if (data.ok) return [[name, data.value]];
    refuse(key, data.error);
    return [];
  });
  for (const [written, inner] of bySection(named)) {
    const [name, entry] = entryOf(entries, written);
    if (entry?.kind === 'section') {
      fields.push([name, sectionOf(inner, entry.entries, [...above, name], refuse)]);
    } else if (entry === undefined) {
      fields.push([name, null]);
    } else {
      const list = listOf(entry, inner);
      const isAlsoValue = fields.some(([other]) => other === name);
      if (list.ok && !isAlsoValue) fields.push([name, list.value]);
      else
        refuse([...above, name], list.ok ? 'is there twice: as a value and as a key' : list.error);
    }
  }
  // A key that is missing now is no fault yet: required keys are checked after the merge.
  return Object.fromEntries(fields);
}

/** Groups the values of subkeys by the first name of their path, and takes it off. */
function bySection(named: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const sections = new Map<string, Named[]>();
  for (const { path, value } of named) {
    const [name, ...rest] = path;
    if (name === undefined) continue;
    const section = sections.get(name) ?? [];
    section.push({ path: rest, value });
    sections.set(name, section);
  }
  return sections;
}

/** The known name and its entry, without regard to case; else the name as written, without an entry. */
function entryOf(
  entries: ConfigEntries,
  written: string,
): readonly [string, ConfigEntry | undefined] {
  const wanted = written.toLowerCase();
  const name = Object.keys(entries).find((one) => one.toLowerCase() === wanted);
  return name === undefined ? [written, undefined] : [name, entries[name]];
}

type KeyOrNote = Exclude<ConfigEntry, { kind: 'section' }>;

function dataOf(entry: KeyOrNote, value: RegistryValue): Result<unknown, string> {
  const read = readRegistryValue(value);
  if (!read.ok) return read;
  const { type } = read.value;
  const kind = kindOf(entry.schema);
  if (!TAKEN[kind].includes(type)) {
    return failure(
      `must be ${TAKEN[kind].join(' or ')}${kind === 'list' ? ' or a key' : ''}, and is ${type}`,
    );
  }
  if (kind === 'object') return objectOf(read.value);
  if (kind !== 'switch') return success(read.value.value);
  return read.value.value === 0 || read.value.value === 1
    ? success(read.value.value === 1)
    : failure('must be 0 (false) or 1 (true)');
}

function objectOf({ value }: RegistryData): Result<unknown, string> {
  const json = parseConfigText('', Buffer.from(String(value), 'utf8'));
  if (json.ok) return json;
  const [{ key, reason }] = json.error;
  // The member is not named: it may be the name of a person.
  return failure(key === '' ? reason : `has an entry that ${reason}`);
}

function listOf(entry: KeyOrNote, named: readonly Named[]): Result<unknown, string> {
  if (kindOf(entry.schema) !== 'list')
    return failure('must be a value, and is a key of the registry');
  const items: (readonly [number: number, text: string])[] = [];
  for (const { path, value } of named) {
    if (path.length > 0 || !/^[1-9]\d{0,3}$/.test(value.name))
      return failure('must have values that are named 1, 2, 3 and so on');
    const read = readRegistryValue(value);
    if (!read.ok) return failure(`value ${value.name} ${read.error}`);
    if (read.value.type !== 'REG_SZ')
      return failure(`value ${value.name} must be REG_SZ, and is ${read.value.type}`);
    items.push([Number(value.name), read.value.value]);
  }
  if (items.length > MOST_ITEMS) return failure(`has more than ${String(MOST_ITEMS)} values`);
  return success(items.sort(([one], [other]) => one - other).map(([, text]) => text));
}

type Kind = 'text' | 'text-or-number' | 'number' | 'switch' | 'list' | 'object';

const TAKEN: Readonly<Record<Kind, readonly RegistryData['type'][]>> = {
  text: ['REG_SZ'],
  'text-or-number': ['REG_SZ', 'REG_DWORD'],
  number: ['REG_DWORD'],
  switch: ['REG_DWORD'],
  list: ['REG_MULTI_SZ'],
  object: ['REG_SZ'],
};

/**
 * How the registry holds a value of this schema. It has no form for `null`, where the key is left
 * out.
 */
function kindOf(schema: z.ZodMiniType): Kind {
  if (schema instanceof z.ZodMiniNullable) return kindOf(schema.def.innerType as z.ZodMiniType);
  if (schema instanceof z.ZodMiniBoolean) return 'switch';
  if (schema instanceof z.ZodMiniNumber) return 'number';
  if (schema instanceof z.ZodMiniArray) return 'list';
  if (schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniRecord) return 'object';
  // All others are text: strings, enums and unions of them. A literal in a union is a number with a
  // text equivalent.
  const isNumberToo =
    schema instanceof z.ZodMiniUnion &&
    schema.def.options.some((option) => option instanceof z.ZodMiniLiteral);
  return isNumberToo ? 'text-or-number' : 'text';
}
