import { unfinishedKeys, withoutKeySequences } from '../../../shared/login/input/key-sequences.ts';

/** Typed text and the key that ended it. */
export type Typed = Readonly<{
  /** An unfinished line may end with the beginning of a key sequence: put it before the keys of the next read. */
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

/** Edits a line of a terminal in raw mode. */
export function editedLine(keys: string): Typed {
  const text: string[] = [];
  const unfinished = unfinishedKeys(keys);
  const plain = withoutKeySequences(keys);
  const characters = Array.from(plain.slice(0, plain.length - unfinished.length));
  for (const [index, character] of characters.entries()) {
    const ended = (by: Exclude<Typed['by'], null>): Typed => ({
      text: text.join(''),
      rest: characters.slice(index + 1).join('') + unfinished,
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
  return { text: text.join('') + unfinished, rest: '', by: null };
}

/** An unfinished line whose last Escape key begins no sequence: no rest of one has come. */
export function withoutEscapeKey(text: string): string {
  const unfinished = unfinishedKeys(text);
  return text.slice(0, text.length - unfinished.length) + unfinished.replaceAll('\u001b', '');
}
