/** Typed text and the key that ended it. */
export type Typed = Readonly<{
  text: string;
  rest: string;
  /** Null: unfinished. `end`: Ctrl-D on an empty line; `interrupt`: Ctrl-C; `quit`: Ctrl-\. */
  by: 'enter' | 'end' | 'interrupt' | 'quit' | null;
}>;

const BACKSPACES: readonly string[] = ['\u007f', '\b'];
const CLEAR_LINE = '\u0015';
const END = '\u0004';
/** In characters, more than the longest valid input (a secret key of 4096 bytes): truncated input is invalid. */
const LONGEST_LINE = 8192;
/** Escape sequences of keys without text, e.g. arrows. */
const KEY_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O])/gu;

/** Edits a line of a terminal in raw mode. */
export function editedLine(keys: string): Typed {
  const text: string[] = [];
  const characters = Array.from(keys.replace(KEY_SEQUENCE, ''));
  for (const [index, character] of characters.entries()) {
    const ended = (by: Exclude<Typed['by'], null>): Typed => ({
      text: text.join(''),
      rest: characters.slice(index + 1).join(''),
      by,
    });
    if (character === '\r' || character === '\n') return ended('enter');
    if (character === '\u0003') return ended('interrupt');
    if (character === '\u001c') return ended('quit');
    if (character === END && text.length === 0) return ended('end');
    if (BACKSPACES.includes(character)) text.pop();
    else if (character === CLEAR_LINE) text.length = 0;
    else if (character >= ' ' && text.length < LONGEST_LINE) text.push(character);
  }
  return { text: text.join(''), rest: '', by: null };
}
