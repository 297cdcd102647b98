/**
 * What terminals send in place of text (ECMA-48, xterm's "Control Sequences"). The alternatives, in
 * their order:
 *
 * - function keys of the Linux console
 * - a mouse press in the form of X10
 * - control sequences: arrows, bracketed paste, focus, mouse, keys of the kitty protocol
 * - Shift with Delete or Home, as rxvt sends it
 * - function keys as SS3 sequences
 * - strings that answer a query
 *
 * With Alt, one more ESC comes before. A run of ESC is matched from its first character only; a
 * match tried from each would take the square of the run's length.
 */
const KEY_SEQUENCE =
  /(?<!\u001b)\u001b+(?:\[\[[A-E]|\[M\P{Cc}{3}|\[[0-?]*[ -/]*[@-~]|\[\d+\$|O[ -~]|[\]PX^_]\P{Cc}*(?:\u0007|\u001b\\))/gu;
/** A sequence that has begun at the end of a text, and is not complete. */
const UNFINISHED = /(?<!\u001b)\u001b+(?:\[\[?|\[[0-?]*[ -/]*|O|[\]PX^_]\P{Cc}*\u001b?)?$/u;

/**
 * Removes the sequences that a terminal sends for keys without text, around a paste, and as answers
 * to queries. In a line that the kernel hands over they are characters like others. An ESC that
 * begins no sequence stays, as all other text does.
 */
export function withoutKeySequences(line: string): string {
  return line.replace(KEY_SEQUENCE, '');
}

/**
 * The incomplete sequence at the end of `keys`, whose rest may come with the next read; empty if
 * there is none.
 */
export function unfinishedKeys(keys: string): string {
  return UNFINISHED.exec(keys.replace(KEY_SEQUENCE, ''))?.[0] ?? '';
}
