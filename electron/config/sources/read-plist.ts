import { parse, parseBinary } from 'plist';
import { failure, success, type Result } from '../../../shared/result.ts';

/** Converts a binary or XML property list to JSON values. Error messages never quote the list. */
export function readPlist(bytes: Buffer): Result<unknown, string> {
  try {
    const value =
      bytes.subarray(0, 8).toString('latin1') === 'bplist00' ? parseBinary(bytes) : xml(bytes);
    if (value === undefined) return failure('is neither an XML nor a binary property list');
    const odd = oddValueIn(value);
    return odd === null ? success(value) : failure(`holds ${odd}, which no key takes`);
  } catch {
    // The library's message may quote a secret. Excessive nesting also ends here.
    return failure('is a damaged property list');
  }
}

/** Undefined for another text, such as the old form `{ key = value; }`, which macOS does not write. */
function xml(bytes: Buffer): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return /^\s*</.test(text) ? parse(text) : undefined;
}

/** Describes the first value that has no JSON form; null if all have one. */
function oddValueIn(value: unknown): string | null {
  if (value instanceof Date) return 'a date';
  if (value instanceof Uint8Array) return 'data';
  if (typeof value !== 'object' || value === null)
    return value === null ? 'nothing for a value' : null;
  for (const inner of Object.values(value)) {
    const odd = oddValueIn(inner);
    if (odd !== null) return odd;
  }
  return null;
}
