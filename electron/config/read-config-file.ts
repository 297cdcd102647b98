import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { configFileSchema, type ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';
import { checkFoldersAbove, isOfRootAlone, OPEN_TO_OTHERS } from './managed-file-trust.ts';

/** A configuration file as it was read. */
export type ReadFile = Readonly<{ file: string; data: ConfigFile; isManaged: boolean }>;

const MAX_BYTES = 1_048_576;

/**
 * Reads and checks one configuration file.
 *
 * @param isRequired whether it is an error that it does not exist
 * @returns null where the file does not exist and need not
 */
export function readConfigFile(
  path: string | null,
  isRequired: boolean,
): Result<ReadFile | null, ConfigError> {
  return path === null ? success(null) : read(path, isRequired, false);
}

/**
 * Reads the managed file: opened without following a link; it and every folder above it owned by root and writable by
 * nobody else, or nothing starts (docs/configuration.md).
 */
export function readManagedConfigFile(path: string | null): Result<ReadFile | null, ConfigError> {
  if (path === null) return success(null);
  const folders = checkFoldersAbove(path);
  return folders.ok ? read(path, false, true) : folders;
}

function read(path: string, isRequired: boolean, isManaged: boolean): Result<ReadFile | null, ConfigError> {
  const refuse = (reason: string, key = ''): Result<never, ConfigError> =>
    failure({ file: path, key, reason });
  let descriptor: number;
  try {
    // Non-blocking: a FIFO in the file's place must not hold up the start.
    // SECURITY: SEC-24 a link would lead out of the folders that were looked at.
    const follow = isManaged ? constants.O_NOFOLLOW : 0;
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | follow);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !isRequired) return success(null);
    if (code === 'ELOOP' && isManaged) return refuse('is a symbolic link');
    return refuse(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
  }
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return refuse('is not a file');
    if (status.size > MAX_BYTES) return refuse(`is larger than ${String(MAX_BYTES)} bytes`);
    // SECURITY: SEC-24 a managed file that others may write manages nothing.
    if (isManaged && !isOfRootAlone(status)) return refuse(OPEN_TO_OTHERS);
    return parse(path, readFileSync(descriptor, 'utf8'), isManaged);
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`);
  } finally {
    closeSync(descriptor);
  }
}

function parse(file: string, text: string, isManaged: boolean): Result<ReadFile, ConfigError> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return failure({ file, key: '', reason: `is not JSON: ${placeOf(error, text)}` });
  }
  const parsed = configFileSchema.safeParse(json);
  if (parsed.success) return success({ file, data: parsed.data, isManaged });
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    return failure({ file, key: [...path, issue.keys[0] ?? ''].join('.'), reason: 'is not a known key' });
  }
  return failure({ file, key: path.join('.'), reason: reasonOf(issue) });
}

/** In words of our own: the schema library's texts are for developers. The value itself is never repeated. */
function reasonOf(
  issue: Readonly<{ code?: string; expected?: unknown; values?: unknown }> | undefined,
): string {
  const { expected, values } = issue ?? {};
  if (Array.isArray(values))
    return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue?.code === 'invalid_type') return `must be of type ${String(expected)}`;
  if (issue?.code === 'invalid_union') return 'is none of the values that docs/configuration.md lists';
  const { minimum, maximum, pattern } = (issue ?? {}) as Readonly<{
    minimum?: number;
    maximum?: number;
    pattern?: string;
  }>;
  if (minimum !== undefined) return `must be at least ${minimum} (characters, or in value)`;
  if (maximum !== undefined) return `must be at most ${maximum} (characters, or in value)`;
  return pattern === undefined ? 'is not valid' : `must match ${pattern}`;
}

/** Line and column of a JSON fault; the text around it may hold a secret and is not repeated. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined)
    return message.includes('end of JSON') ? 'it ends too early' : 'unexpected character';
  const before = text.slice(0, Number(position)).split('\n');
  return `fault at line ${String(before.length)}, column ${String((before.at(-1) ?? '').length + 1)}`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown fault';
}
