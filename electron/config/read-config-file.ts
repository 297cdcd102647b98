import type { ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { checkConfigData } from './check-config-data.ts';
import type { ConfigError, ConfigFaults } from './config-error.ts';
import { parseConfigText } from './parse-config-text.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile, type Trust } from './read-plain-file.ts';

/** A configuration file as it was read. */
export type ReadFile = Readonly<{ file: string; data: ConfigFile; isManaged: boolean; isPolicy?: boolean }>;

/** The result of a place: null if an optional file is missing, or every fault of the file. */
export type ExaminedFile = Result<ReadFile | null, ConfigFaults>;

/**
 * Reads and checks a person's configuration file, which may be a link: only root and the person may have written its
 * target, or can redirect it.
 *
 * @param path null where there is no such place
 * @param isRequired whether it is an error that it does not exist
 */
export function examineConfigFile(path: string | null, isRequired: boolean): ExaminedFile {
  if (path === null) return success(null);
  return examine(path, { isRequired, isManaged: false, trust: OWN });
}

/** Reads and checks a file before it is put in its place: its owner does not matter yet. */
export function examineDraft(path: string): ExaminedFile {
  return examine(path, { isRequired: true, isManaged: false, trust: null });
}

/** Reads and checks a managed file, opened without following a link, that `trust` accepts (docs/configuration.md). */
export function examineTrustedFile(path: string, trust: Trust): ExaminedFile {
  return examine(path, { isRequired: false, isManaged: true, trust });
}

/** As `examineConfigFile`, with the first fault alone. */
export function readConfigFile(
  path: string | null,
  isRequired: boolean,
): Result<ReadFile | null, ConfigError> {
  return firstFault(examineConfigFile(path, isRequired));
}

/** A login names one fault, the first. */
export function firstFault<Value>(examined: Result<Value, ConfigFaults>): Result<Value, ConfigError> {
  return examined.ok ? examined : failure(examined.error[0]);
}

type How = Readonly<{ isRequired: boolean; isManaged: boolean; trust: Trust | null }>;

function examine(file: string, { isRequired, isManaged, trust }: How): ExaminedFile {
  const bytes = readPlainFile(file, { isRequired, trust });
  if (!bytes.ok) return failure([bytes.error]);
  if (bytes.value === null) return success(null);
  const json = parseConfigText(file, bytes.value);
  if (!json.ok) return json;
  const data = checkConfigData(file, json.value);
  return data.ok ? success({ file, data: data.value, isManaged }) : data;
}
