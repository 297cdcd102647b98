import { columnsOf } from './column-width.ts';
import type { TerminalSize } from './terminal-qr.ts';

const ESCAPE = '\u001b';
const SAVE_CURSOR = `${ESCAPE}7`;
const RESTORE_CURSOR = `${ESCAPE}8`;
/** One line down in the same column; at the bottom the screen moves up. */
const LINE_DOWN = `${ESCAPE}D`;

/**
 * The output that inserts lines above the cursor's line. That line stays as it is, with the text typed so far, which
 * only the kernel and the screen know. The output makes room below, moves the line down and writes into its place
 * (ECMA-48 and the DEC's save and restore, which every terminal of today has).
 *
 * @param promptColumns width of the prompt before the typed text
 * @returns null if the lines, or the prompt with an answer, may not fit
 */
export function insertAbove(
  lines: readonly string[],
  size: TerminalSize,
  promptColumns: number,
): string | null {
  if (size === null) return null;
  const { columns, rows } = size;
  const count = lines.length;
  // After a prompt of over half a line, the answer may wrap: the inserted lines would split it.
  if (count + 2 > rows || promptColumns * 2 > columns) return null;
  if (lines.some((line) => columnsOf(line) > columns)) return null;
  const room = `${LINE_DOWN.repeat(count)}${ESCAPE}[${count}A`;
  const movedDown = `\r${ESCAPE}[${count}L`;
  return `${room}${SAVE_CURSOR}${movedDown}${lines.join('\n')}${RESTORE_CURSOR}${ESCAPE}[${count}B`;
}
