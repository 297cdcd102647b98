import { columnsOf } from './column-width.ts';
import type { TerminalSize } from './terminal-qr.ts';

const ESCAPE = '\u001b';
const SAVE_CURSOR = `${ESCAPE}7`;
const RESTORE_CURSOR = `${ESCAPE}8`;
/** One line down in the same column; scrolls at the bottom. */
const LINE_DOWN = `${ESCAPE}D`;

/**
 * Inserts lines above the cursor's line (ECMA-48; DEC save and restore). Moves that line down, because only the kernel
 * knows its typed text. Null if the lines, or the prompt with an answer, may not fit.
 */
export function insertAbove(
  lines: readonly string[],
  size: TerminalSize,
  promptColumns: number,
): string | null {
  if (size === null) return null;
  const { columns, rows } = size;
  const count = lines.length;
  // Inserted lines would split a wrapped answer.
  if (count + 2 > rows || promptColumns * 2 > columns) return null;
  if (lines.some((line) => columnsOf(line) > columns)) return null;
  const room = `${LINE_DOWN.repeat(count)}${ESCAPE}[${count}A`;
  const movedDown = `\r${ESCAPE}[${count}L`;
  return `${room}${SAVE_CURSOR}${movedDown}${lines.join('\n')}${RESTORE_CURSOR}${ESCAPE}[${count}B`;
}
