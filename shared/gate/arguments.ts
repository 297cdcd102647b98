import { failure, success, type Result } from '../result.ts';

/** What the person or the starter asked for on the command line. */
export type Arguments = Readonly<{
  face: 'window' | 'help' | 'version';
  config: string | null;
  user: string | null;
  logFile: string | null;
}>;

/** What is wrong with the command line: ends with 64. */
export type UsageError = Readonly<{ argument: string; reason: string }>;

type Option = Readonly<{ key: 'config' | 'user' | 'logFile'; what: string }>;

const OPTIONS: ReadonlyMap<string, Option> = new Map([
  ['--config', { key: 'config', what: 'a file' }],
  ['--user', { key: 'user', what: 'a name' }],
  ['--log-file', { key: 'logFile', what: 'a file' }],
]);

export const USAGE = `Usage: gatehouse [options]

Opens the login window.

  --config FILE     take the configuration from FILE
  --user NAME       the username to begin with
  --log-file FILE   append what happened to FILE (no secrets)
  --help            this text
  --version         the version
`;

/**
 * Reads the command line. No option carries a secret. `--option=value` is the same as `--option value`.
 *
 * @param words the words after the first `--`, which is where the launcher puts ours
 */
export function parseArguments(words: readonly string[]): Result<Arguments, UsageError> {
  const found: { config: string | null; user: string | null; logFile: string | null } = {
    config: null,
    user: null,
    logFile: null,
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--help' || word === '-h') return success({ ...found, face: 'help' });
    if (word === '--version') return success({ ...found, face: 'version' });
    const [name = '', ...attached] = word.split('=');
    const option = OPTIONS.get(name);
    if (!option) return failure({ argument: word, reason: `is not known${suggestion(name)}` });
    if (found[option.key] !== null) return failure({ argument: name, reason: 'is given twice' });
    if (attached.length === 0) index += 1;
    const value = attached.length > 0 ? attached.join('=') : words[index];
    if (value === undefined || value === '')
      return failure({ argument: name, reason: `needs ${option.what}` });
    if (value.includes('\ufffd')) return failure({ argument: name, reason: 'must be valid UTF-8' });
    found[option.key] = value;
  }
  return success({ ...found, face: 'window' });
}

function suggestion(name: string): string {
  const near = [...OPTIONS.keys(), '--help', '--version'].find((known) => distance(known, name) <= 2);
  return near ? `; did you mean ${near}?` : '';
}

/** Levenshtein distance, for words of a few letters. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_unused, index) => index);
  for (const [i, letter] of Array.from(left).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(right).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
