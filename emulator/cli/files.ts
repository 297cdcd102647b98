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

/** @returns the input as written, without defaults, so that missing values can be set elsewhere */
function readFileOf<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Result<z.input<Schema>, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return failure(
      `${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return failure(`${file}: is not JSON`);
  const parsed = schema.safeParse(json);
  if (parsed.success) return success(json as z.input<Schema>);
  const { key, reason } = describeIssue(parsed.error);
  return failure(key === '' ? `${file}: ${reason}` : `${file}: ${key}: ${reason}`);
}
