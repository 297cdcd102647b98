/**
 * Takes the code out of what was typed or pasted: full-width and other scripts' digits become ASCII, spaces,
 * hyphens and invisible marks go, and of a whole sentence ("Your code is 123 456") the digits are kept.
 *
 * @param expectedLength how many digits the service announced; a hint, because bypass codes are longer
 * @returns the code to send; empty where there is none. Letters without any digit are kept, so that the service
 *   judges them and not we.
 */
export function normalisePasscode(typed: string, expectedLength: number | null = null): string {
  const plain = toAsciiDigits(typed.normalize('NFKC')).replace(/[\p{Cf}\p{Cc}]/gu, ' ');
  const groups = plain.match(/\d(?:[\s\p{Pd}.]*\d)*/gu) ?? [];
  const codes = groups.map((group) => group.replace(/\D/g, ''));
  // Of several numbers in a pasted message, the one of the announced length is meant.
  const code = codes.find(({ length }) => length === expectedLength) ?? longest(codes);
  if (code.length >= 4) return code;
  return plain.replace(/[\s\p{Pd}]/gu, '');
}

/**
 * Takes the one-time password out of what a hardware key typed: white space goes, and capitals of a caps-lock
 * become small (modhex has small letters only).
 */
export function normaliseSecurityKeyPassword(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase();
}

/** Decimal digits of every script come in runs of ten that begin at a code point whose digit value is 0. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const point = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
    return String(value % 10);
  });
}

function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '');
}
