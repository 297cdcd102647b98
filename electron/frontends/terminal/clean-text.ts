/** Characters that can move the cursor, change the text's direction, hide text or start a line. */
const DANGEROUS = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]';
/** Scripts in which a joiner changes the letter before it. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Tibetan',
  'Myanmar',
  'Khmer',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const IN_WORD = `(?<=[${JOINING}])[\\u200c\\u200d]`;
const IN_EMOJI =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})';
const JOINER_OR_DANGEROUS = new RegExp(`(${IN_WORD}|${IN_EMOJI})|${DANGEROUS}`, 'gu');

/**
 * Replaces dangerous characters of untrusted text with spaces. Keeps joiners in scripts and emoji
 * that need them.
 */
export function cleaned(line: string): string {
  return line.replace(JOINER_OR_DANGEROUS, (_all, joiner: string | undefined) => joiner ?? ' ');
}
