import { nearest } from '../../shared/command-line/nearest-word.ts';
import type { ConfigEntries } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import { configFileSchema, type ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { ConfigError, ConfigFaults } from './config-error.ts';

/** Returns the first hundred faults. */
export function checkConfigData(file: string, json: unknown): Result<ConfigFile, ConfigFaults> {
  const parsed = configFileSchema.safeParse(json);
  if (parsed.success) return success(parsed.data);
  const [first = { file, key: '', reason: 'is not valid' }, ...others] =
    parsed.error.issues.flatMap((issue) => faultsIn(file, issue));
  return failure([first, ...others.slice(0, MOST - 1)]);
}

type Issue = Readonly<{
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  expected?: unknown;
  values?: unknown;
  keys?: readonly string[];
}>;

const LONGEST_NAME = 100;
const MOST = 100;

function faultsIn(file: string, issue: Issue): readonly ConfigError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys')
    return [{ file, key: path.join('.'), reason: reasonOf(issue) }];
  const names = Object.keys(sectionAt(path));
  return (issue.keys ?? ['']).map((name) => {
    const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    const near = name.length > LONGEST_NAME ? undefined : nearest(name, names);
    const reason = `is not a known key${near === undefined ? '' : `; did you mean ${near}?`}`;
    return { file, key: [...path, shown].join('.'), reason };
  });
}

function sectionAt(path: readonly string[]): ConfigEntries {
  let entries: ConfigEntries = CONFIG_KEYS;
  for (const name of path) {
    const inner = entries[name];
    if (inner?.kind !== 'section') return {};
    entries = inner.entries;
  }
  return entries;
}

/** Rewords the schema library's texts, without the value. */
function reasonOf(issue: Issue): string {
  const { expected, values } = issue;
  if (Array.isArray(values))
    return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_type') return `must be of type ${String(expected)}`;
  if (issue.code === 'invalid_union')
    return 'is not one of the values that docs/configuration.md lists';
  const { minimum, maximum, pattern } = issue as Readonly<{
    minimum?: number;
    maximum?: number;
    pattern?: string;
  }>;
  if (minimum !== undefined) return `must be at least ${minimum} (characters, or in value)`;
  if (maximum !== undefined) return `must be at most ${maximum} (characters, or in value)`;
  return pattern === undefined ? 'is not valid' : `must match ${pattern}`;
}
