import * as z from 'zod/mini';
import { keysOf } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';

/** A configuration fault (docs/configuration.md). The exit code is 78. */
export type ConfigError = Readonly<{
  /** The file at fault, or a text with the expected files. */
  file: string;
  /** Dotted path; empty for a fault of the whole file. */
  key: string;
  reason: string;
}>;

/** The keys whose values are tables: an object with the names of people for its members. */
export const TABLES: readonly string[] = keysOf(CONFIG_KEYS).flatMap(({ path, schema }) =>
  schema instanceof z.ZodMiniRecord ? [path] : [],
);

/**
 * A fault at a dotted path. An entry of a table is not named: faults reach logs, which hold no
 * names of people.
 */
// SECURITY: SEC-43 nor does the support file, which holds the doctor's findings.
export function faultAt(file: string, path: string, reason: string): ConfigError {
  const table = TABLES.find((key) => path.startsWith(`${key}.`));
  return table === undefined
    ? { file, key: path, reason }
    : { file, key: table, reason: `has an entry that ${reason}` };
}

/** At least one fault. A login reports the first, `gatehouse config validate` all. */
export type ConfigFaults = readonly [ConfigError, ...ConfigError[]];

/** The same faults; null if there is none. */
export function faultsOf(faults: readonly ConfigError[]): ConfigFaults | null {
  const [first, ...others] = faults;
  return first === undefined ? null : [first, ...others];
}

/**
 * Formats a fault as one line. Control characters become spaces: they could move the cursor or
 * imitate another line.
 */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
