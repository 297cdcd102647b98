/**
 * How deep the objects and lists of an answer may be nested, which is the limit of .NET: recursive
 * writers of JSON fail at deep values. The answers of the specification are nested 4 deep;
 * `consumerParams` may be nested freely.
 */
export const MOST_JSON_DEPTH = 64;

const QUOTE = '"';

/**
 * Whether a JSON text is nested deeper than `most`, counted without recursion. For invalid JSON,
 * the result means nothing.
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

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === '\\' ? 2 : 1;
  return at;
}
