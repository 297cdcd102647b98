/** Text of the service, quoted below our own. */
export type ServiceText = Readonly<{ message: string; details: string | null }>;

/**
 * Makes untrusted text safe to quote (specification 7 allows `errorMessage`): removes format characters (bidirectional
 * overrides, zero-width marks), collapses white space and control characters, cuts at `maxLength` code points between
 * whole characters. Empty if no readable text is left.
 */
export function sanitiseServiceText(text: string, maxLength = 300): string {
  const readable = text
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, (character) =>
      JOINERS.has(character) ? character : '',
    )
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (/^[\p{Cf}\s]*$/u.test(readable)) return '';
  const points = Array.from(readable);
  return points.length <= maxLength ? readable : `${cutTo(points, maxLength - 1)}…`;
}

/** Cuts at a code point only if the first character is too long. */
function cutTo(points: readonly string[], maxLength: number): string {
  // Extra code points show where the last character ends.
  const text = points.slice(0, maxLength + LONGEST_CHARACTER).join('');
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    length += Array.from(segment).length;
    if (length > maxLength) break;
    kept += segment;
  }
  return kept === '' ? points.slice(0, maxLength).join('') : kept;
}

/** In code points. The emoji of a family of four has 7. */
const LONGEST_CHARACTER = 16;

/** Zero-width non-joiner and joiner. Several scripts and emoji need them; they are harmless in a text node. */
const JOINERS = new Set(['\u200c', '\u200d']);
