/**
 * The greatest depth of lists and objects in the service's JSON. Deeper JSON cannot be written again: every JSON writer
 * is recursive, and readers stop too (64 is the default of .NET). No answer of the specification is deeper than 4;
 * `consumerParams` is the service's own.
 */
export const MOST_JSON_DEPTH = 64;

const QUOTE = '"';

/**
 * Whether a text opens more lists and objects at once than are allowed, counted without going down into them. A text
 * that is not JSON gets some answer, and has to be refused for that.
 */
export function isNestedTooDeep(text: string, most = MOST_JSON_DEPTH): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > most) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === '\\' ? 2 : 1;
  return at;
}
