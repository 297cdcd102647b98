import { columnsOf } from './column-width.ts';
import type { TerminalSize } from './terminal-qr.ts';

const ESCAPE = '\u001b';
const SAVE_CURSOR = `${ESCAPE}7`;
const RESTORE_CURSOR = `${ESCAPE}8`;
/** One line down in the same column; at the bottom the screen moves up. */
const LINE_DOWN = `${ESCAPE}D`;

/**
 * What writes lines above the one that the cursor is in, and leaves that one as it is: with what somebody has typed so
 * far, which only the kernel and the screen know. It makes room below, moves the line down and writes into its place
 * (ECMA-48 and the DEC's save and restore, which every terminal of today has).
 *
 * @param promptColumns what stands on the line before what is typed
 * @returns null where the lines, or the prompt with an answer, may not fit
 */
export function insertAbove(
  lines: readonly string[],
  size: TerminalSize,
  promptColumns: number,
): string | null {
  if (size === null) return null;
  const { columns, rows } = size;
  const count = lines.length;
  // An answer that is longer than half a line is on two, and what is written would come between them.
  if (count + 2 > rows || promptColumns * 2 > columns) return null;
  if (lines.some((line) => columnsOf(line) > columns)) return null;
  const room = `${LINE_DOWN.repeat(count)}${ESCAPE}[${count}A`;
  const movedDown = `\r${ESCAPE}[${count}L`;
  return `${room}${SAVE_CURSOR}${movedDown}${lines.join('\n')}${RESTORE_CURSOR}${ESCAPE}[${count}B`;
}
