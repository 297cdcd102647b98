import { withoutKeySequences } from './key-sequences.ts';

/** Keep white-space controls: they separate words. U+20E3 is the box of a keycap emoji. */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;
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
/** In a sentence. */
const DIGITS = { least: 4, most: 10 } as const;
/** Digits with spaces or hyphens, apart from a word's. */
const GROUP = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_][${DASHES}]?)\d+(?:[^\S\r\n]+\d+|[${DASHES}]\d+)*(?![${DASHES}]?[\p{L}\p{M}\d_])`,
  'gu',
);
/** Letters of the output of a YubiKey, which presses keys by position (Yubico, "Modified hexadecimal encoding"). */
const MODHEX = /^[cbdefghijklnrtuv]*$/;
const HEX = /^[\da-f]*$/;
/** Two characters per byte. */
const SHORTEST_MODHEX = 32;

/**
 * Extracts the code from typed or pasted text; idempotent. Digits of every script and full-width letters become ASCII;
 * a terminal's key sequences are dropped.
 *
 * - digits with separators: the digits (`123 456`, `123-456`)
 * - letters without white space: unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups with a digit in each: joined (`AB12 3456`)
 * - a sentence: its one group of 4 to 10 digits (`Your code is 123 456`), even if repeated, else the text
 *
 * @returns the code, even if uncertain, because the service decides; empty for separators only
 */
export function normalisePasscode(typed: string): string {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').trim();
  if (NOTHING_BUT_SEPARATORS.test(plain)) return '';
  if (DIGITS_ALONE.test(plain)) return plain.replace(/\D/g, '');
  const spaced = plain.replace(UNSPACED, ' a ');
  const words = spaced.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const isSentence = /\s/u.test(spaced) && words.some((word) => !/\d/.test(word));
  if (isSentence) return onlyCodeIn(spaced) ?? plain;
  return plain.replace(/\s/gu, '');
}

/** The output of a hardware key. It has no capitals, so capitals alone mean caps lock. */
export function normaliseSecurityKeyPassword(typed: string): string {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  return letters.every((letter) => /[A-Z]/.test(letter)) ? plain.toLowerCase() : plain;
}

/**
 * Whether a normalised password is as long as modhex, with other letters: the keyboard layout is unknown. Other tokens
 * send hexadecimal.
 */
export function isOfUnknownLayout(password: string): boolean {
  return (
    Array.from(password).length >= SHORTEST_MODHEX && !MODHEX.test(password) && !HEX.test(password)
  );
}

/** For a prompt that also takes other answers. */
export function looksLikePasscode(typed: string): boolean {
  return /\p{Nd}/u.test(typed) && normalisePasscode(typed).length >= DIGITS.least;
}

function onlyCodeIn(sentence: string): string | null {
  const groups = sentence.match(GROUP) ?? [];
  const codes = groups
    .filter((group) => group.replace(/[\d\s]/gu, '').length <= 1)
    .flatMap(joined)
    .filter(({ length }) => length >= DIGITS.least && length <= DIGITS.most);
  const [code = null, ...others] = new Set(codes);
  return others.length === 0 ? code : null;
}

/** Joins blank-separated parts of one length (`123 456`); others are numbers of their own (`123456 10`). */
function joined(group: string): readonly string[] {
  const parts = group.split(/\s+/u).map((part) => part.replace(/\D/g, ''));
  return new Set(parts.map(({ length }) => length)).size === 1 ? [parts.join('')] : parts;
}

function toAscii(text: string): string {
  return text
    .replace(/[\uff21-\uff3a\uff41-\uff5a]/g, (wide) =>
      String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
    )
    .replace(/[\u2010\u2011\ufe63\uff0d]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => {
      // Unicode orders each script's digits from 0; another set may directly precede them.
      let value = 0;
      const point = digit.codePointAt(0) ?? 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
      return String(value % 10);
    });
}
