/** Words of the service, quoted below our own. */
export type ServiceText = Readonly<{ message: string; details: string | null }>;

/**
 * Makes text from the service safe to quote: it is untrusted (specification 7 allows showing `errorMessage`). Control
 * and format characters (bidirectional overrides, zero-width marks, line breaks) are taken out or become a space, white
 * space is folded, the length is capped in code points, between whole characters.
 *
 * @returns an empty string if no readable text is left
 */
export function sanitiseServiceText(text: string, maxLength = 300): string {
  const readable = text
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, (character) => (JOINERS.has(character) ? character : ''))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (/^[\p{Cf}\s]*$/u.test(readable)) return '';
  const points = Array.from(readable);
  return points.length <= maxLength ? readable : `${cutTo(points, maxLength - 1)}…`;
}

/** As many whole characters as fit; of one that does not fit alone, its beginning. */
function cutTo(points: readonly string[], maxLength: number): string {
  // A little more than fits, so that the last one is seen whole.
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

/** In code points: a family of four is 7. */
const LONGEST_CHARACTER = 16;

/** Needed inside words of several scripts and inside emoji; harmless in a text node. */
const JOINERS = new Set(['\u200c', '\u200d']);
