/**
 * Maximum nesting of the service's JSON, 64 as in .NET. Recursive JSON writers fail on deeper values. Specified answers
 * nest at most 4 deep, but the service defines `consumerParams`.
 */
export const MOST_JSON_DEPTH = 64;

const QUOTE = '"';

/** Whether a JSON text nests deeper than `most`, counted without recursion. Meaningless for invalid JSON. */
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

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === '\\' ? 2 : 1;
  return at;
}
