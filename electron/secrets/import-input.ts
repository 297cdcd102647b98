import { failure, success, type Result } from '../../shared/result.ts';
import { MAX_SECRET_BYTES } from './read-secret-file.ts';
import { encodingFault } from './secret-key-text.ts';
import { MAX_TOKEN_LENGTH, type StoredCredentials } from './stored-credentials.ts';

/** Room for two lines with CR LF, where each character of the token has four bytes. */
export const MAX_IMPORT_BYTES = MAX_SECRET_BYTES + 4 * MAX_TOKEN_LENGTH + 4;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Reads the input of `keys import`: the secret key in line 1, the system token in line 2. An empty
 * line means no value. Keeps the secret's bytes unchanged (docs/wire.md 1.2), and overwrites
 * `bytes` with zeros. Errors never quote the input.
 */
export function readImport(bytes: Buffer): Result<StoredCredentials, string> {
  try {
    const encoding = encodingFault(bytes);
    if (encoding !== null) return failure(encoding);
    if (bytes.length > MAX_IMPORT_BYTES)
      return failure(`is longer than ${String(MAX_IMPORT_BYTES)} bytes`);
    const [keyLine = bytes, tokenLine = Buffer.alloc(0), ...others] = linesOf(bytes);
    if (others.some((line) => line.length > 0)) return failure('has more than two lines');
    if (keyLine.length > MAX_SECRET_BYTES) {
      return failure(`the secret key is longer than ${String(MAX_SECRET_BYTES)} bytes`);
    }
    const token = tokenOf(tokenLine);
    if (!token.ok) return token;
    const secret = keyLine.length === 0 ? null : Buffer.from(keyLine);
    if (secret === null && token.value === null) return failure('is empty');
    return success({ secret, systemToken: token.value });
  } finally {
    bytes.fill(0);
  }
}

/** The lines without their ends. A line end at the very end adds no empty line. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const lineFeedAt = bytes.indexOf(LINE_FEED, start);
    const end = lineFeedAt === -1 ? bytes.length : lineFeedAt;
    const hasReturn = lineFeedAt !== -1 && end > start && bytes[end - 1] === CARRIAGE_RETURN;
    lines.push(bytes.subarray(start, hasReturn ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

/** The system token of a line; null if the line is empty. */
function tokenOf(line: Buffer): Result<string | null, string> {
  if (line.length === 0) return success(null);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return failure('the system token is not UTF-8');
  }
  if (text.length > MAX_TOKEN_LENGTH) {
    return failure(`the system token is longer than ${String(MAX_TOKEN_LENGTH)} characters`);
  }
  return /\p{Cc}/u.test(text) ? failure('the system token has control characters') : success(text);
}
