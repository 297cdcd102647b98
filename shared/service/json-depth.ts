/** As in .NET: recursive JSON writers fail on deep values. Specified answers nest 4 deep, `consumerParams` freely. */
export const MOST_JSON_DEPTH = 64;

const QUOTE = '"';

/** Counts without recursion. Meaningless for invalid JSON. */
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
