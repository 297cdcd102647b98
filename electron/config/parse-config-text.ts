import { failure, success, type Result } from '../../shared/result.ts';
import { faultAt, faultsOf, type ConfigError, type ConfigFaults } from './config-error.ts';
import { findDuplicateKeys } from './duplicate-keys.ts';

/**
 * Parses the text of a configuration file: JSON in UTF-8, with or without a byte order mark.
 * Refuses repeated keys, of which `JSON.parse` would take the last. No fault quotes the text,
 * because it may hold a secret.
 */
export function parseConfigText(file: string, bytes: Buffer): Result<unknown, ConfigFaults> {
  const refuse = (reason: string): Result<never, ConfigFaults> =>
    failure([{ file, key: '', reason }]);
  const firstBytes = bytes.subarray(0, 2).toString('hex');
  const isUtf16 = firstBytes === 'fffe' || firstBytes === 'feff';
  if (isUtf16) return refuse('is UTF-16; save it as UTF-8');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('is not UTF-8 text; save it as UTF-8');
  }
  if (text.includes('\0')) return refuse('holds a NUL byte, so it is no text; save it as UTF-8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refuse(`is not JSON: ${positionOf(error, text)}`);
  }
  const repeatedKeys = faultsOf(
    findDuplicateKeys(text).map(({ path, line }): ConfigError => {
      const reason = `is there twice (again at line ${String(line)}); remove one of them`;
      return faultAt(file, path, reason);
    }),
  );
  return repeatedKeys === null ? success(json) : failure(repeatedKeys);
}

/**
 * Where the text is no JSON. Takes the position alone from the error's message, because the message
 * quotes the text.
 */
function positionOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined)
    return message.includes('end of JSON') ? 'it ends too early' : 'unexpected character';
  const linesToFault = text.slice(0, Number(position)).split('\n');
  return `fault at line ${String(linesToFault.length)}, column ${String((linesToFault.at(-1) ?? '').length + 1)}`;
}
