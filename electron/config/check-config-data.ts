import { nearest } from '../../shared/command-line/nearest-word.ts';
import { isJsonObject, valueAt, type ConfigEntries } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import { configFileSchema, type ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { faultAt, faultsOf, TABLES, type ConfigError, type ConfigFaults } from './config-error.ts';

/**
 * Checks parsed JSON against the schema of the configuration. A failure holds the first hundred
 * faults.
 */
export function checkConfigData(file: string, json: unknown): Result<ConfigFile, ConfigFaults> {
  const parsed = configFileSchema.safeParse(json);
  const prototypes = prototypeEntries(file, json);
  if (parsed.success && prototypes.length === 0) return success(parsed.data);
  const issues = parsed.error?.issues ?? [];
  const faults = [...issues.flatMap((issue) => faultsIn(file, issue)), ...prototypes];
  return failure(
    faultsOf(faults.slice(0, MOST_FAULTS)) ?? [{ file, key: '', reason: 'is not valid' }],
  );
}

/**
 * A fault for each table with an entry `__proto__`, which the schema library leaves out without an
 * issue.
 */
// SECURITY: SEC-119 a table whose only entry is left out would be none, and every account would
// have its own name.
function prototypeEntries(file: string, json: unknown): readonly ConfigError[] {
  return TABLES.filter((path) => {
    const table = valueAt(json, path);
    return isJsonObject(table) && Object.hasOwn(table, '__proto__');
  }).map((path) => faultAt(file, `${path}.__proto__`, NO_NAME));
}

/** An issue of the schema library: the members that are read here. */
type Issue = Readonly<{
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  expected?: unknown;
  values?: unknown;
  /** With the code `unrecognized_keys` alone. */
  keys?: readonly string[];
}>;

const LONGEST_NAME = 100;
const MOST_FAULTS = 100;
const NO_NAME = 'is not a valid name of an account';

/** The faults of one issue: one for each unknown key, else a single one. */
function faultsIn(file: string, issue: Issue): readonly ConfigError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [faultAt(file, path.join('.'), reasonOf(issue))];
  const knownNames = Object.keys(sectionAt(path));
  return (issue.keys ?? ['']).map((name) => {
    const isLong = name.length > LONGEST_NAME;
    const shown = isLong ? `${name.slice(0, LONGEST_NAME)}…` : name;
    const similar = isLong ? undefined : nearest(name, knownNames);
    const suggestion = similar === undefined ? '' : `; did you mean ${similar}?`;
    const reason = `is not a known key${suggestion}`;
    return { file, key: [...path, shown].join('.'), reason };
  });
}

/** The keys of the section at a path; empty if no section is there. */
function sectionAt(path: readonly string[]): ConfigEntries {
  let entries: ConfigEntries = CONFIG_KEYS;
  for (const name of path) {
    const inner = entries[name];
    if (inner?.kind !== 'section') return {};
    entries = inner.entries;
  }
  return entries;
}

/** Replaces the schema library's text with one of ours, which never holds the value. */
function reasonOf(issue: Issue): string {
  const { expected, values } = issue;
  if (Array.isArray(values))
    return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_key') return NO_NAME;
  if (issue.code === 'invalid_type') return `must be of type ${String(expected)}`;
  if (issue.code === 'invalid_union')
    return 'is not one of the values that docs/configuration.md lists';
  // Some issues alone have these: limits of a text's length or of a number's value, and a text's
  // pattern.
  const { minimum, maximum, pattern } = issue as Readonly<{
    minimum?: number;
    maximum?: number;
    pattern?: string;
  }>;
  if (minimum !== undefined) return `must be at least ${minimum} (characters, or in value)`;
  if (maximum !== undefined) return `must be at most ${maximum} (characters, or in value)`;
  return pattern === undefined ? 'is not valid' : `must match ${pattern}`;
}
