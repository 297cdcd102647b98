/**
 * Characters of two columns: wide and fullwidth ones in EastAsianWidth.txt of Unicode 17 (UAX #11),
 * unassigned ones between these, and emoji. Also U+3248 to U+324F, which are wide in glibc and
 * tmux.
 */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
/** Characters of no width: marks, joiners, vowels and finals of Hangul syllables. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u;
/** Variation selector that turns the preceding character into a wide emoji. */
const AS_EMOJI = '\ufe0f';

/**
 * The greatest width in columns that a terminal may give a text: terminals differ over joined emoji
 * and flags.
 */
export function columnsOf(text: string): number {
  let columns = 0;
  let lastWidth = 0;
  for (const character of text) {
    if (character === AS_EMOJI) columns += lastWidth === 1 ? 1 : 0;
    else if (!ZERO_WIDTH.test(character)) {
      lastWidth = WIDE.test(character) ? 2 : 1;
      columns += lastWidth;
    }
  }
  return columns;
}
