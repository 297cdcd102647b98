import { columnsOf } from './column-width.ts';
import type { TerminalSize } from './terminal-qr.ts';

const ESCAPE = '\u001b';
const SAVE_CURSOR = `${ESCAPE}7`;
const RESTORE_CURSOR = `${ESCAPE}8`;
/** Moves the cursor one line down in the same column; at the bottom, the screen scrolls. */
const LINE_DOWN = `${ESCAPE}D`;

/**
 * The characters that insert lines above the cursor's line (ECMA-48; DEC save and restore). The
 * terminal moves that line down, because only the kernel knows the text that was typed on it. Null
 * if the size is unknown, and if the lines, or the prompt with an answer, may not fit.
 */
export function insertAbove(
  lines: readonly string[],
  size: TerminalSize,
  promptColumns: number,
): string | null {
  if (size === null) return null;
  const { columns, rows } = size;
  const count = lines.length;
  // The prompt must leave half of its line to the answer: inserted lines would split an answer that
  // goes on to a second line.
  const isPromptTooLong = promptColumns * 2 > columns;
  if (count + 2 > rows || isPromptTooLong) return null;
  if (lines.some((line) => columnsOf(line) > columns)) return null;
  const makeRoom = `${LINE_DOWN.repeat(count)}${ESCAPE}[${count}A`;
  const moveDown = `\r${ESCAPE}[${count}L`;
  return `${makeRoom}${SAVE_CURSOR}${moveDown}${lines.join('\n')}${RESTORE_CURSOR}${ESCAPE}[${count}B`;
}
