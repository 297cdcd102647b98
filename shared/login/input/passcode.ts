/** Keep white-space controls: they separate words. U+20E3 is the box of a keycap emoji. */
const INVISIBLE = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;
/** Includes the long-vowel mark of a Japanese keyboard. */
const DASHES = String.raw`\p{Pd}\u2212\u2043\u30fc\uff70`;
const BETWEEN_DIGITS = String.raw`\s${DASHES}.\u00b7\u3002\uff0e`;
/** Digit groups, with punctuation and symbols around them. */
const DIGITS_ALONE = new RegExp(
  String.raw`^[\s\p{P}\p{S}\u30fc\uff70]*\d(?:[\d${BETWEEN_DIGITS}]*\d)?[\s\p{P}\p{S}\u30fc\uff70]*$`,
  'u',
);
const NOTHING_BUT_SEPARATORS = new RegExp(`^[${BETWEEN_DIGITS}]*$`, 'u');
/** Scripts without white space between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]+/gu;
/** Includes the site of a domain-bound code (`@example.com`), and telephone numbers. */
const ADDRESS = /(?:https?:\/\/|www\.)\S+|\S*@\S+|\+\d[\d \u00a0()-]*/giu;
/** Minimum length, unless the service announced the length. */
const SHORTEST_CODE = 4;
/** Maximum digits per group. */
const LONGEST_GROUP = 5;

/** Letters of the output of a YubiKey, which presses keys by position (Yubico, "Modified hexadecimal encoding"). */
const MODHEX = /^[cbdefghijklnrtuv]*$/;
const HEX = /^[\da-f]*$/;
/** Two characters per byte. */
const SHORTEST_MODHEX = 32;

/**
 * Extracts the code from typed or pasted text. Digits of every script and full-width letters become ASCII.
 *
 * - digits with separators: the digits (`123 456`, `123-456`)
 * - letters without white space: unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups with a digit in each: joined (`AB12 3456`)
 * - a sentence: the code in it (`Your code is 123 456`), else the text
 *
 * Idempotent.
 *
 * @param expectedLength only a hint, because bypass codes are longer
 * @returns the code, even if uncertain, because the service decides; empty for separators only
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

/** The output of a hardware key. It has no capitals, so capitals alone mean caps lock. */
export function normaliseSecurityKeyPassword(typed: string): string {
  const plain = toAscii(typed).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  return letters.every((letter) => /[A-Z]/.test(letter)) ? plain.toLowerCase() : plain;
}

/**
 * Whether a password has the length of modhex, but other letters: the layout is not a Latin one with the same positions.
 * Other tokens send hexadecimal.
 *
 * @param password the result of `normaliseSecurityKeyPassword`
 */
export function isOfUnknownLayout(password: string): boolean {
  return Array.from(password).length >= SHORTEST_MODHEX && !MODHEX.test(password) && !HEX.test(password);
}

/** For a prompt that also takes other answers. */
export function looksLikePasscode(typed: string): boolean {
  return /\p{Nd}/u.test(typed) && normalisePasscode(typed).length >= SHORTEST_CODE;
}

/** One number, or adjacent numbers that may form one code. */
type Candidate = Readonly<{ code: string; isGrouped: boolean }>;

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

/** A word of letters and digits, at least four characters. */
const MIXED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d${DASHES}_.,:/+])(?=[\p{L}\p{M}${DASHES}]*\d)(?=[\d${DASHES}]*\p{L})` +
    String.raw`[\p{L}\p{M}\d](?:[\p{L}\p{M}\d${DASHES}]*[\p{L}\p{M}\d])(?<=\S{4})(?![\p{L}\p{M}\d_])`,
  'gu',
);

/** Excludes parts of words, dates, times, amounts, telephone numbers and percentages. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_/]|\d[.,:/${DASHES}]|\p{L}[${DASHES}])\d+(?:[${DASHES}]\d+)*` +
    String.raw`(?![\p{L}\p{M}\d_%]|[.,:/]\d|[${DASHES}][\p{L}\d])`,
  'gu',
);

const DATE = /^(?:\d{4}\D\d{1,2}\D\d{1,2}|\d{1,2}\D\d{1,2}\D\d{4})$/u;

/** Also joins adjacent numbers of equal length. */
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

function toAscii(text: string): string {
  return text
    .replace(/[\uff21-\uff3a\uff41-\uff5a]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010\u2011\ufe63\uff0d]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => {
      // Unicode orders each script's digits from 0; another set may directly precede them.
      let value = 0;
      const point = digit.codePointAt(0) ?? 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
      return String(value % 10);
    });
}
