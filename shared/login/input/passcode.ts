import { modhexOf } from './modhex.ts';

/**
 * Invisible characters that are not typed: zero-width and directional marks, soft hyphens, control characters, and the
 * box of a keycap emoji. Control characters that are white space stay: they separate words.
 */
const INVISIBLE = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;
/** Hyphens and dashes, the minus sign, the hyphen bullet, and the long-vowel mark of a Japanese keyboard. */
const DASHES = String.raw`\p{Pd}\u2212\u2043\u30fc\uff70`;
/** Separators in a code of digits only: white space, dashes and dots. */
const BETWEEN_DIGITS = String.raw`\s${DASHES}.\u00b7\u3002\uff0e`;
/** Digits in groups, with only punctuation and symbols around them: quotes, brackets, the end of a sentence. */
const DIGITS_ALONE = new RegExp(
  String.raw`^[\s\p{P}\p{S}\u30fc\uff70]*\d(?:[\d${BETWEEN_DIGITS}]*\d)?[\s\p{P}\p{S}\u30fc\uff70]*$`,
  'u',
);
const NOTHING_BUT_SEPARATORS = new RegExp(`^[${BETWEEN_DIGITS}]*$`, 'u');
/** Runs of letters of scripts in which white space need not separate a code from a word. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]+/gu;
/** Web and email addresses, the site of a domain-bound code (`@example.com`), and telephone numbers. */
const ADDRESS = /(?:https?:\/\/|www\.)\S+|\S*@\S+|\+\d[\d \u00a0()-]*/giu;
/** Minimum length of a code that does not have the announced length. */
const SHORTEST_CODE = 4;
/** Maximum number of digits in a group, for a code that is written in groups. */
const LONGEST_GROUP = 5;

/**
 * Takes the code out of typed or pasted text. Digits of every script and full-width letters become ASCII, and invisible
 * characters are removed. Then:
 *
 * - digits with separators or punctuation only: the digits are the code (`123 456`, `123-456`)
 * - letters without white space: the text is the code, unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups that each hold a digit: together they are the code (`AB12 3456`)
 * - a sentence: the code is searched for in it (`Your code is 123 456`); without a match, the text is kept
 *
 * The result has no added characters. A second call returns the same code.
 *
 * @param expectedLength how many characters the service announced; a hint, because bypass codes are longer
 * @returns the code to send; empty for a text of separators only. Uncertain text is returned too: the service decides.
 */
export function normalisePasscode(typed: string, expectedLength: number | null = null): string {
  const plain = toAscii(typed).replace(INVISIBLE, '').trim();
  if (NOTHING_BUT_SEPARATORS.test(plain)) return '';
  if (DIGITS_ALONE.test(plain)) return plain.replace(/\D/g, '');
  const spaced = plain.replace(UNSPACED, ' a ');
  const words = spaced.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const isSentence = /\s/u.test(spaced) && words.some((word) => !/\d/.test(word));
  if (isSentence) return codeAmongWords(spaced, expectedLength) ?? plain;
  return plain.replace(/\s/gu, '');
}

/**
 * Takes the one-time password out of the output of a hardware key. White space is removed. Capitals alone become lower
 * case: modhex, the alphabet of such keys, has no capitals, so caps lock was on. Mixed case stays. If another keyboard
 * layout changed the characters, they are mapped back to modhex.
 */
export function normaliseSecurityKeyPassword(typed: string): string {
  const plain = toAscii(typed).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  const isCapsLock = letters.every((letter) => /\P{Ll}/u.test(letter));
  const small = isCapsLock ? plain.toLowerCase() : plain;
  return modhexOf(small) ?? (letters.every((letter) => /[A-Z]/.test(letter)) ? small : plain);
}

/** Whether typed text can be a code, for a prompt that also takes other answers. */
export function looksLikePasscode(typed: string): boolean {
  return /\p{Nd}/u.test(typed) && normalisePasscode(typed).length >= SHORTEST_CODE;
}

/** A number in a message, or several in a row that may be the groups of one code. */
type Candidate = Readonly<{ code: string; isGrouped: boolean }>;

/** The code in a message, or null. */
function codeAmongWords(message: string, expectedLength: number | null): string | null {
  const text = message.replace(ADDRESS, ' ');
  const numbers = text.split(/[\r\n]+/u).flatMap(numbersOf);
  const expected = numbers.filter(({ code }) => code.length === expectedLength);
  const announced = expected.find(({ isGrouped }) => !isGrouped) ?? expected[0];
  if (announced) return announced.code;
  const mixed = text.match(MIXED) ?? [];
  const code = mixed.find(({ length }) => length === expectedLength);
  if (code !== undefined) return code;
  const digits = numbers.map((number) => number.code).filter(({ length }) => length >= SHORTEST_CODE);
  return longest(digits) ?? longest(mixed);
}

/** A word with letters and digits, at least four characters: a code that is not digits only. */
const MIXED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d${DASHES}_.,:/+])(?=[\p{L}\p{M}${DASHES}]*\d)(?=[\d${DASHES}]*\p{L})` +
    String.raw`[\p{L}\p{M}\d](?:[\p{L}\p{M}\d${DASHES}]*[\p{L}\p{M}\d])(?<=\S{4})(?![\p{L}\p{M}\d_])`,
  'gu',
);

/** A number by itself: not a part of a word, a date, a time, an amount, a telephone number or a percentage. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_/]|\d[.,:/${DASHES}]|\p{L}[${DASHES}])\d+(?:[${DASHES}]\d+)*` +
    String.raw`(?![\p{L}\p{M}\d_%]|[.,:/]\d|[${DASHES}][\p{L}\d])`,
  'gu',
);

/** A date with hyphens, year first or last. */
const DATE = /^(?:\d{4}\D\d{1,2}\D\d{1,2}|\d{1,2}\D\d{1,2}\D\d{4})$/u;

/** The numbers of a line, and the codes that adjacent numbers of equal length form together. */
function numbersOf(line: string): readonly Candidate[] {
  const found = [...line.matchAll(NUMBER)].filter(([number]) => !DATE.test(number));
  const rows: string[][] = [];
  let end = -1;
  for (const { 0: number, index } of found) {
    const row = rows.at(-1);
    const isBeside = end !== -1 && /^\s+$/u.test(line.slice(end, index));
    const isAlike = row?.[0]?.length === number.length && number.length <= LONGEST_GROUP;
    if (isBeside && isAlike) row.push(number);
    else rows.push([number]);
    end = index + number.length;
  }
  return rows.flatMap((row) => {
    const each = row.map((number) => ({ code: number.replace(/\D/g, ''), isGrouped: false }));
    return row.length === 1 ? each : [...each, { code: row.join('').replace(/\D/g, ''), isGrouped: true }];
  });
}

function longest(words: readonly string[]): string | null {
  return words.reduce<string | null>(
    (best, word) => (best === null || word.length > best.length ? word : best),
    null,
  );
}

/** Converts digits of every script, full-width letters and look-alikes of the hyphen to ASCII. */
function toAscii(text: string): string {
  return text
    .replace(/[\uff21-\uff3a\uff41-\uff5a]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010\u2011\ufe63\uff0d]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => {
      // Decimal digits of every script come in runs of ten that begin at the code point with digit value 0.
      let value = 0;
      const point = digit.codePointAt(0) ?? 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
      return String(value % 10);
    });
}
