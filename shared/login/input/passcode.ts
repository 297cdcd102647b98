import { failure, success, type Result } from '../../result.ts';
import { withoutKeySequences } from './key-sequences.ts';

/**
 * Characters that nobody sees. Control characters that are white space are not among them, because
 * they separate words.
 */
const INVISIBLE = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Digits with spaces, hyphens and dots between them, and nothing but punctuation and symbols around
 * them.
 */
const DIGITS_ALONE = /^[\s\p{P}\p{S}]*\d(?:[\d\s.-]*\d)?[\s\p{P}\p{S}]*$/u;

/** Printable ASCII characters, at least one of them a letter or digit. */
const POSSIBLE_CODE = /^(?=.*[A-Za-z\d])[!-~]+$/;

/** Digits in a sentence that belong to no word; single spaces or hyphens may stand between them. */
const DIGITS_IN_SENTENCE =
  /(?<![\p{L}\p{M}\d_]-?)\d+(?:(?:[^\S\r\n]|-)\d+)*(?!-?[\p{L}\p{M}\d_])/gu;

/** The digits of a code in a sentence: in one piece, or as authenticators show six. */
const CODE_IN_SENTENCE = /^(?:\d{4,10}|\d{3}\D\d{3})$/;

/** In characters. A prompt that takes other answers, too, takes a shorter text for one of those. */
const SHORTEST_PLAUSIBLE = 4;

/**
 * Letters of the output of a YubiKey, which presses keys by position (Yubico, "Modified hexadecimal
 * encoding").
 */
const MODHEX = /^[cbdefghijklnrtuv]*$/;
/** The output of other tokens than a YubiKey. */
const HEX = /^[\da-f]*$/;
/** In characters, of which modhex has two for each byte. */
const SHORTEST_MODHEX = 32;

/** `no-code`: no code, or more than one, can be found in the text. */
export type PasscodeProblem = 'empty' | 'no-code';

/**
 * Reads the code from typed or pasted text. A text that is a code already comes back unchanged.
 * Digits of every script and dashes become ASCII, and the key sequences of a terminal are removed.
 *
 * - digits with separators: the digits (`123 456`, `123-456`)
 * - ASCII without white space: unchanged (`XK4821QZ`, `AB12-3456`)
 * - groups with a digit in each: joined (`AB12 3456`)
 * - a sentence, which has a word without a digit: its only group of 4 to 10 digits (`Your code is 123
 *   456`), which may stand there more than once. Beside a word of letters and digits it may be a
 *   part of a code (`AB12 CDEF 3456`), and is not taken
 *
 * @returns the code, for the service to judge. The caller sends nothing else, because a wrong code
 *   costs an attempt.
 */
export function parsePasscode(typed: string): Result<string, PasscodeProblem> {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').trim();
  if (plain === '') return failure('empty');
  if (DIGITS_ALONE.test(plain)) return success(plain.replace(/\D/g, ''));

  const words = plain.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const isSentence = /\s/u.test(plain) && words.some((word) => !/\d/.test(word));
  const code = isSentence ? onlyCodeIn(plain, words) : plain.replace(/\s/gu, '');
  return code !== null && POSSIBLE_CODE.test(code) ? success(code) : failure('no-code');
}

/**
 * Reads the output of a hardware key. It has no capital letters, so a text with no other letters
 * was typed with caps lock.
 */
export function parseSecurityKeyPassword(typed: string): Result<string, 'empty'> {
  const plain = toAscii(withoutKeySequences(typed)).replace(INVISIBLE, '').replace(/\s/gu, '');
  const letters = plain.match(/\p{L}/gu) ?? [];
  if (plain === '') return failure('empty');
  const isCapsLockOn = letters.every((letter) => /[A-Z]/.test(letter));
  return success(isCapsLockOn ? plain.toLowerCase() : plain);
}

/**
 * Whether a password of `parseSecurityKeyPassword` is as long as modhex, but neither modhex nor
 * hexadecimal, which other tokens send: then the keyboard layout made other letters of it.
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

/** The code in a sentence; null if there is none, or more than one, or perhaps a part of one. */
function onlyCodeIn(sentence: string, words: readonly string[]): string | null {
  if (words.some(isGroupWithLetters)) return null;
  const groups = sentence.match(DIGITS_IN_SENTENCE) ?? [];
  const codes = groups.filter((group) => CODE_IN_SENTENCE.test(group));
  const [code = null, ...others] = new Set(codes.map((group) => group.replace(/\D/g, '')));
  return others.length === 0 ? code : null;
}

/** Whether a word may be one of the groups of a code with letters; `2FA` is too short. */
function isGroupWithLetters(word: string): boolean {
  return word.length >= SHORTEST_PLAUSIBLE && /\d/.test(word) && /\p{L}/u.test(word);
}

function toAscii(text: string): string {
  return text.replace(/[\p{Pd}\u2212]/gu, '-').replace(/\p{Nd}/gu, (digit) => {
    // The digits of a script stand in order from 0. Those of another may stand right before: ten
    // belong together.
    let value = 0;
    const point = digit.codePointAt(0) ?? 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
    return String(value % 10);
  });
}
