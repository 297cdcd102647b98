import { failure, success, type Result } from '../../shared/result.ts';

/**
 * `bytes` are the key; the caller wipes them. `remark` says what is unusual about them, such as a
 * blank at the end, or is null.
 */
export type SecretKey = Readonly<{ bytes: Buffer; remark: string | null }>;

/**
 * The bytes of each character. The key is compared with bytes, because a string of it could not be
 * wiped.
 */
const bytesOf = (characters: string): readonly Buffer[] =>
  Array.from(characters, (character) => Buffer.from(character));

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const BLANKS = bytesOf(' \t\v\f\r\u00a0\u2007\u200b\u202f\u2060\u3000\ufeff');
const QUOTES = bytesOf('"\'`´‘’‚‛“”„‟«»');
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Says why bytes cannot be those of a key; null if they can. Tools of Windows put a byte order mark
 * before a text, or save it as UTF-16. No key begins like that, and with one that does the service
 * would only reject the signature.
 */
export function encodingFault(bytes: Buffer): string | null {
  if (isUtf16(bytes)) return 'is UTF-16; it must be UTF-8';
  return startsWith(bytes, BYTE_ORDER_MARK)
    ? 'begins with a byte order mark; it must be UTF-8 without one'
    : null;
}

/**
 * Judges the content of a secret file, without its final line end. Blanks and quotation marks are
 * kept, because a key may begin or end with them. Reasons never quote the key.
 */
export function readSecretKey(bytes: Buffer): Result<SecretKey, string> {
  const encoding = encodingFault(bytes);
  if (encoding !== null) return failure(encoding);
  const [keyLine = bytes, ...others] = linesOf(bytes);
  if (others.some((line) => !isBlank(line))) {
    return failure('has a second line; it must hold the secret key alone');
  }
  if (isBlank(keyLine)) return failure('is empty');
  return success({ bytes, remark: remarkOn(keyLine, others.length) });
}

/**
 * Says what is unusual about a key; null if nothing is. `emptyLines` counts those at its end, which
 * are part of it.
 */
export function remarkOn(key: Buffer, emptyLines = 0): string | null {
  const oddities = [
    ...endsOf(key, BLANKS, 'a blank'),
    ...endsOf(key, QUOTES, 'a quotation mark'),
    ...(emptyLines === 0
      ? []
      : [emptyLines === 1 ? 'an empty line behind it' : `${emptyLines} empty lines behind it`]),
  ];
  return oddities.length === 0 ? null : `the secret key has ${oddities.join(', ')}`;
}

/** Says at which ends of a key one of the characters stands. */
function endsOf(key: Buffer, characters: readonly Buffer[], name: string): readonly string[] {
  return [
    ...(characters.some((character) => startsWith(key, character))
      ? [`${name} at its beginning`]
      : []),
    ...(characters.some((character) => endsWith(key, character)) ? [`${name} at its end`] : []),
  ];
}

/**
 * Knows UTF-16 by its byte order mark, or because just each second byte is NUL, as in UTF-16 of
 * ASCII characters.
 */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return true;
  const isWholePairs = bytes.length >= 2 && bytes.length % 2 === 0;
  return (
    isWholePairs &&
    [0, 1].some((offset) => bytes.every((byte, at) => (byte === 0) === (at % 2 === offset)))
  );
}

/** The lines without their ends. A line end at the very end adds an empty line. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start <= bytes.length;) {
    const lineFeedAt = bytes.indexOf(LINE_FEED, start);
    const end = lineFeedAt === -1 ? bytes.length : lineFeedAt;
    const hasReturn = lineFeedAt > start && bytes[end - 1] === CARRIAGE_RETURN;
    lines.push(bytes.subarray(start, hasReturn ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

function isBlank(line: Buffer): boolean {
  for (let at = 0; at < line.length;) {
    const rest = line.subarray(at);
    const blank = BLANKS.find((character) => startsWith(rest, character));
    if (blank === undefined) return false;
    at += blank.length;
  }
  return true;
}

const startsWith = (bytes: Buffer, start: Buffer): boolean =>
  bytes.subarray(0, start.length).equals(start);

const endsWith = (bytes: Buffer, end: Buffer): boolean =>
  bytes.length >= end.length && bytes.subarray(bytes.length - end.length).equals(end);
