/**
 * Makes text from the service safe to quote: it is untrusted (specification 7 allows showing `errorMessage`).
 * Control and format characters (bidirectional overrides, zero-width marks, line breaks) are taken out or
 * become a space, white space is folded, the length is capped in code points.
 *
 * @returns an empty string where nothing readable is left
 */
export function sanitiseServiceText(text: string, maxLength = 300): string {
  const readable = text
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, (character) => (JOINERS.has(character) ? character : ''))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (/^[\p{Cf}\s]*$/u.test(readable)) return '';
  const points = Array.from(readable);
  return points.length <= maxLength ? readable : `${points.slice(0, maxLength - 1).join('')}…`;
}

/** Needed inside words of several scripts and inside emoji; harmless in a text node. */
const JOINERS = new Set(['\u200c', '\u200d']);
