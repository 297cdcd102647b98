/** A text of the service, which is quoted below our own sentence. */
export type ServiceText = Readonly<{ message: string; details: string | null }>;

/**
 * Makes an untrusted text safe to quote, as specification 7 allows for `errorMessage`. Format
 * characters (bidirectional overrides, zero-width marks) are removed. White space and control
 * characters become single spaces. A text of more than `maxLength` code points is cut between whole
 * characters. The result is empty if no readable text is left.
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

/**
 * The whole characters that fit in `maxLength` code points. Only if the first does not fit, a part
 * of it is taken.
 */
function cutTo(points: readonly string[], maxLength: number): string {
  // The code points behind `maxLength` show where the last character ends.
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

/**
 * The zero-width non-joiner and joiner, which several scripts and emoji need. They do no harm in a
 * text node.
 */
const JOINERS = new Set(['\u200c', '\u200d']);
