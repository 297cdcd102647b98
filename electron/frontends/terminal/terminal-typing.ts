import { unfinishedKeys, withoutKeySequences } from '../../../shared/login/input/key-sequences.ts';

/** A line that was typed, and the key that ended it. */
export type TypedLine = Readonly<{
  /**
   * May end with the beginning of a key sequence, if the line is unfinished: prepend it to the keys
   * of the next read.
   */
  text: string;
  /** The keys behind the one that ended the line; empty for an unfinished line. */
  rest: string;
  /**
   * Null for an unfinished line. `end`: Ctrl-D on an empty line; `interrupt`: Ctrl-C; `quit`:
   * Ctrl-\.
   */
  endedBy: 'enter' | 'end' | 'interrupt' | 'quit' | null;
}>;

const BACKSPACES: readonly string[] = ['\u007f', '\b'];
const CTRL_U = '\u0015';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_BACKSLASH = '\u001c';
/**
 * In characters: above the longest valid input (a secret key of 4096 bytes), so that a truncated
 * line is never a valid one.
 */
const MAX_LINE_LENGTH = 8192;

/** The line that keys of a terminal in raw mode make. */
export function editedLine(keys: string): TypedLine {
  const text: string[] = [];
  const unfinished = unfinishedKeys(keys);
  // Only complete sequences are taken out: `plain` still ends with `unfinished`.
  const plain = withoutKeySequences(keys);
  const characters = Array.from(plain.slice(0, plain.length - unfinished.length));
  for (const [index, character] of characters.entries()) {
    const ended = (endedBy: Exclude<TypedLine['endedBy'], null>): TypedLine => ({
      text: text.join(''),
      rest: characters.slice(index + 1).join('') + unfinished,
      endedBy,
    });
    if (character === '\r' || character === '\n') return ended('enter');
    if (character === CTRL_C) return ended('interrupt');
    if (character === CTRL_BACKSLASH) return ended('quit');
    if (character === CTRL_D && text.length === 0) return ended('end');
    if (BACKSPACES.includes(character)) text.pop();
    else if (character === CTRL_U) text.length = 0;
    else if (character >= ' ' && text.length < MAX_LINE_LENGTH) text.push(character);
  }
  return { text: text.join('') + unfinished, rest: '', endedBy: null };
}

/**
 * The text of an unfinished line without the ESC characters of the sequence that it ends with. Call
 * it once the rest of the sequence did not follow: then they were the Escape key.
 */
export function withoutEscapeKey(text: string): string {
  const unfinished = unfinishedKeys(text);
  return text.slice(0, text.length - unfinished.length) + unfinished.replaceAll('\u001b', '');
}
