/**
 * What terminals send in place of text (ECMA-48, xterm's "Control Sequences"), alternative by alternative: function keys
 * of the Linux console; a mouse press as X10 tells it; control sequences: arrows, bracketed paste, focus, mouse, keys of
 * the kitty protocol; Shift with Delete or Home of rxvt; SS3: function keys; strings that answer a query. With Alt,
 * another ESC precedes them. A run of ESC is tried once, from its first: from each, it would take its length squared.
 */
const KEY_SEQUENCE =
  /(?<!\u001b)\u001b+(?:\[\[[A-E]|\[M\P{Cc}{3}|\[[0-?]*[ -/]*[@-~]|\[\d+\$|O[ -~]|[\]PX^_]\P{Cc}*(?:\u0007|\u001b\\))/gu;
/** The beginning of a sequence at the end of a text. */
const UNFINISHED = /(?<!\u001b)\u001b+(?:\[\[?|\[[0-?]*[ -/]*|O|[\]PX^_]\P{Cc}*\u001b?)?$/u;

/**
 * Removes the sequences that a terminal sends for keys without text, around a paste, and as answers: from a line as the
 * kernel hands it over, where they are characters like others. An ESC that begins no sequence stays, and so does all
 * other text.
 */
export function withoutKeySequences(line: string): string {
  return line.replace(KEY_SEQUENCE, '');
}

/** The beginning of a sequence at the end of `keys`, whose rest may come with the next read; else empty. */
export function unfinishedKeys(keys: string): string {
  return UNFINISHED.exec(keys.replace(KEY_SEQUENCE, ''))?.[0] ?? '';
}
