import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { parseJson } from '../basics/json.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { optionsSchema } from '../options.ts';
import type { OptionsInput } from '../options.ts';
import { peopleSchema } from '../service/people.ts';
import type { PersonInput } from '../service/people.ts';

/** Reads a users file; the problem is one line that names file, key and reason. */
export function readUsersFile(file: string): Result<readonly PersonInput[], string> {
  return readFileOf(file, peopleSchema);
}

/** Reads a configuration file; the problem is one line that names file, key and reason. */
export function readConfigFile(file: string): Result<OptionsInput, string> {
  return readFileOf(file, optionsSchema);
}

/** The configuration in EMULATOR_CONFIG: the name of a file, or the JSON itself. */
export function readConfigVariable(value: string): Result<OptionsInput, string> {
  return value.trimStart().startsWith('{')
    ? parseTextOf('EMULATOR_CONFIG', value, optionsSchema)
    : readFileOf(value, optionsSchema);
}

/** Reads a certificate and its key; the problem is one line that names the file. */
export function readTlsFiles(
  files: Readonly<{
    cert: string;
    key: string;
  }>,
): Result<{ cert: string; key: string }, string> {
  const cert = readText(files.cert);
  if (!cert.ok) return cert;
  const key = readText(files.key);
  return key.ok ? success({ cert: cert.value, key: key.value }) : key;
}

/** @returns the input as written, without defaults, so that missing values can be set elsewhere */
function readFileOf<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Result<z.input<Schema>, string> {
  const text = readText(file);
  return text.ok ? parseTextOf(file, text.value, schema) : text;
}

function readText(file: string): Result<string, string> {
  try {
    return success(readFileSync(file, 'utf8'));
  } catch (error) {
    return failure(
      `${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @param file the path that a problem names */
function parseTextOf<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
): Result<z.input<Schema>, string> {
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return failure(`${file}: is not JSON`);
  const parsed = schema.safeParse(json);
  if (parsed.success) return success(json as z.input<Schema>);
  const { key, reason } = describeIssue(parsed.error);
  return failure(key === '' ? `${file}: ${reason}` : `${file}: ${key}: ${reason}`);
}
