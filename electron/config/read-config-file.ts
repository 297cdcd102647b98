import type { ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { checkConfigData } from './check-config-data.ts';
import type { ConfigError, ConfigFaults } from './config-error.ts';
import { parseConfigText } from './parse-config-text.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile, type Trust } from './read-plain-file.ts';

export type ReadFile = Readonly<{
  file: string;
  data: ConfigFile;
  isManaged: boolean;
  /** A registry policy or property list; its file names must be absolute. */
  isPolicy?: boolean;
  /** Path of a managed file that exists but is not read, because a policy takes its place. */
  unread?: string;
}>;

/** The file, null for a missing optional one, or all its faults. */
export type ExaminedFile = Result<ReadFile | null, ConfigFaults>;

/**
 * Requires that only root and the person can write or redirect the file. Without a path there is no
 * file.
 */
export function examineConfigFile(path: string | null, isRequired: boolean): ExaminedFile {
  if (path === null) return success(null);
  return examine(path, { isRequired, isManaged: false, trust: OWN });
}

/** Accepts any owner: the file is not yet installed. */
export function examineDraft(path: string): ExaminedFile {
  return examine(path, { isRequired: true, isManaged: false, trust: null });
}

/** Examines a managed file, which may be missing. Follows no links (docs/configuration.md). */
export function examineTrustedFile(path: string, trust: Trust): ExaminedFile {
  return examine(path, { isRequired: false, isManaged: true, trust });
}

/** The same result, with only the first fault of a failure. */
export function firstFault<Value>(
  examined: Result<Value, ConfigFaults>,
): Result<Value, ConfigError> {
  return examined.ok ? examined : failure(examined.error[0]);
}

type Requirements = Readonly<{ isRequired: boolean; isManaged: boolean; trust: Trust | null }>;

function examine(file: string, { isRequired, isManaged, trust }: Requirements): ExaminedFile {
  const bytes = readPlainFile(file, { isRequired, trust });
  if (!bytes.ok) return failure([bytes.error]);
  if (bytes.value === null) return success(null);
  const json = parseConfigText(file, bytes.value);
  if (!json.ok) return json;
  const data = checkConfigData(file, json.value);
  return data.ok ? success({ file, data: data.value, isManaged }) : data;
}
