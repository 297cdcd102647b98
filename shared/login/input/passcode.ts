import { failure, success, type Result } from '../../result.ts';
import { withoutKeySequences } from './key-sequences.ts';

/**
 * Characters that nobody sees. Control characters that are white space are not among them, because they separate words.
 * U+20E3 is the box of a keycap emoji.
 */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;
const DASHES = String.raw`\p{Pd}\u2212\u2043`;
/** Characters that may stand between the digits of a code: white space, dashes and dots. */
const BETWEEN_DIGITS = String.raw`\s${DASHES}.\u00b7\u3002\uff0e`;
const NOTHING_BUT_SEPARATORS = new RegExp(`^[${BETWEEN_DIGITS}]*$`, 'u');

/** Groups of digits with separators between them, and nothing but punctuation and symbols around them. */
const DIGITS_ALONE = new RegExp(
  String.raw`^[\s\p{P}\p{S}]*\d(?:[\d${BETWEEN_DIGITS}]*\d)?[\s\p{P}\p{S}]*$`,
  'u',
);

/** Printable ASCII characters and upper-case or lower-case letters, at least one of them a letter or digit. */
const POSSIBLE_CODE = /^(?=.*[\p{L}\d])[!-~\p{Lu}\p{Ll}]+$/u;

/** Digits in a sentence that belong to no word; single spaces or hyphens may stand between them. */
const DIGITS_IN_SENTENCE = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_][${DASHES}]?)\d+(?:(?:[^\S\r\n]|[${DASHES}])\d+)*(?![${DASHES}]?[\p{L}\p{M}\d_])`,
  'gu',
);

/** The digits of a code in a sentence: in one piece, or in two pieces of equal length. */
const CODE_IN_SENTENCE = /^(?:\d{4,10}|\d{3}\D\d{3}|\d{4}\D\d{4}|\d{5}\D\d{5})$/u;

/** In digits. A prompt that takes other answers, too, takes a shorter text for one of those. */
const SHORTEST_PLAUSIBLE = 4;

/** Letters of the output of a YubiKey, which presses keys by position (Yubico, "Modified hexadecimal encoding"). */
const MODHEX = /^[cbdefghijklnrtuv]*$/;
/** The output of other tokens than a YubiKey. */
const HEX = /^[\da-f]*$/;
/** In characters, of which modhex has two for each byte. */
const SHORTEST_MODHEX = 32;

/** `no-code`: no code, or more than one, can be found in the text. */
export type PasscodeProblem = 'empty' | 'no-code';

/**
 * Reads the code from typed or pasted text. A text that is a code already comes back unchanged. Digits of every script
 * and full-width letters become ASCII, and the key sequences of a terminal are removed.
 *
 * - digits with separators: the digits (`123 456`, `123-456`)
 * - letters without white space: unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups with a digit in each: joined (`AB12 3456`)
 * - groups of one length, one with letters and digits, another with letters alone: no code. Perhaps all of them are one
 *   (`AB12 CDEF 3456`), and a part of a code must not be sent
 * - a sentence, which has a word without a digit: its only group of 4 to 10 digits (`Your code is 123 456`), which may
 *   stand there more than once
 *
 * @returns the code, for the service to judge. The caller sends nothing else, because a wrong code costs an attempt.
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

/**
 * Reads the output of a hardware key. It has no capital letters, so a text with no other letters was typed with caps
 * lock.
 */
export function parseSecurityKeyPassword(typed: string): Result<string, 'empty'> {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  if (plain === '') return failure('empty');
  const isCapsLockOn = letters.every((letter) => /[A-Z]/.test(letter));
  return success(isCapsLockOn ? plain.toLowerCase() : plain);
}

/**
 * Whether a password of `parseSecurityKeyPassword` is as long as modhex, but neither modhex nor hexadecimal, which
 * other tokens send: then the keyboard layout made other letters of it.
 */
export function isOfUnknownLayout(password: string): boolean {
  return (
    Array.from(password).length >= SHORTEST_MODHEX && !MODHEX.test(password) && !HEX.test(password)
  );
}

/** Whether a text is a code rather than another answer, at a prompt that takes both. */
export function looksLikePasscode(typed: string): boolean {
  const code = parsePasscode(typed);
  return code.ok && code.value.length >= SHORTEST_PLAUSIBLE && /\d/.test(code.value);
}

/** Whether all words may be groups of one code: of one length, and one has letters and digits. */
function areGroupsOfCode(words: readonly string[]): boolean {
  const isOfOneLength = new Set(words.map((word) => word.length)).size === 1;
  return isOfOneLength && words.some((word) => /\d/.test(word) && /\p{L}/u.test(word));
}

/** The code in a sentence; null if there is none, or more than one. */
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
      // The digits of a script stand in order from 0. Those of another may stand right before: ten belong together.
      let value = 0;
      const point = digit.codePointAt(0) ?? 0;
      while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
      return String(value % 10);
    });
}
