import { failure, success, type Result } from '../../result.ts';
import { withoutKeySequences } from './key-sequences.ts';

/** Keep white-space controls: they separate words. U+20E3 is the box of a keycap emoji. */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;
const DASHES = String.raw`\p{Pd}\u2212\u2043`;
const BETWEEN_DIGITS = String.raw`\s${DASHES}.\u00b7\u3002\uff0e`;
const NOTHING_BUT_SEPARATORS = new RegExp(`^[${BETWEEN_DIGITS}]*$`, 'u');

/** Digit groups, with punctuation and symbols around them. */
const DIGITS_ALONE = new RegExp(
  String.raw`^[\s\p{P}\p{S}]*\d(?:[\d${BETWEEN_DIGITS}]*\d)?[\s\p{P}\p{S}]*$`,
  'u',
);

/** Printable ASCII and letters that have cases, with a letter or digit among them. */
const POSSIBLE_CODE = /^(?=.*[\p{L}\d])[!-~\p{Lu}\p{Ll}]+$/u;

/** Digits in a sentence, with single spaces or hyphens between them, apart from words. */
const DIGITS_IN_SENTENCE = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_][${DASHES}]?)\d+(?:(?:[^\S\r\n]|[${DASHES}])\d+)*(?![${DASHES}]?[\p{L}\p{M}\d_])`,
  'gu',
);

/** In one piece, or in two of one length. */
const CODE_IN_SENTENCE = /^(?:\d{4,10}|\d{3}\D\d{3}|\d{4}\D\d{4}|\d{5}\D\d{5})$/u;

/** A prompt that also takes other answers takes no shorter code. */
const SHORTEST_PLAUSIBLE = 4;

/** Letters of the output of a YubiKey, which presses keys by position (Yubico, "Modified hexadecimal encoding"). */
const MODHEX = /^[cbdefghijklnrtuv]*$/;
const HEX = /^[\da-f]*$/;
/** Two characters per byte. */
const SHORTEST_MODHEX = 32;

/** `no-code`: a text in which no code can be told apart. */
export type PasscodeProblem = 'empty' | 'no-code';

/**
 * Reads the code from typed or pasted text; the code of a code is itself. Digits of every script and full-width letters
 * become ASCII; a terminal's key sequences are dropped.
 *
 * - digits with separators: the digits (`123 456`, `123-456`)
 * - letters without white space: unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups with a digit in each: joined (`AB12 3456`)
 * - groups of one length, one with letters and digits, another with letters alone: no code. Perhaps all of them are one
 *   (`AB12 CDEF 3456`), and a part of a code must not be sent
 * - a sentence, which has a word without a digit: its one group of 4 to 10 digits (`Your code is 123 456`), even if
 *   repeated
 *
 * @returns the code, for the service to judge. The caller sends no other text: it would cost an attempt.
 */
export function parsePasscode(typed: string): Result<string, PasscodeProblem> {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').trim();
  if (NOTHING_BUT_SEPARATORS.test(plain)) return failure('empty');
  if (DIGITS_ALONE.test(plain)) return success(plain.replace(/\D/g, ''));

  const words = plain.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const isSentence = /\s/u.test(plain) && words.some((word) => !/\d/.test(word));
  if (isSentence && areGroupsOfCode(words)) return failure('no-code');
  const code = isSentence ? onlyCodeIn(plain) : plain.replace(/\s/gu, '');
  return code !== null && POSSIBLE_CODE.test(code) ? success(code) : failure('no-code');
}

/** Reads the output of a hardware key. It has no capitals, so capitals alone mean caps lock. */
export function parseSecurityKeyPassword(typed: string): Result<string, 'empty'> {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  if (plain === '') return failure('empty');
  return success(letters.every((letter) => /[A-Z]/.test(letter)) ? plain.toLowerCase() : plain);
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
  const code = parsePasscode(typed);
  return code.ok && code.value.length >= SHORTEST_PLAUSIBLE && /\d/.test(code.value);
}

function areGroupsOfCode(words: readonly string[]): boolean {
  const isOfOneLength = new Set(words.map((word) => word.length)).size === 1;
  return isOfOneLength && words.some((word) => /\d/.test(word) && /\p{L}/u.test(word));
}

function onlyCodeIn(sentence: string): string | null {
  const groups = sentence.match(DIGITS_IN_SENTENCE) ?? [];
  const codes = groups.filter((group) => CODE_IN_SENTENCE.test(group));
  const [code = null, ...others] = new Set(codes.map((group) => group.replace(/\D/gu, '')));
  return others.length === 0 ? code : null;
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
