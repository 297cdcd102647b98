import { writeSync } from 'node:fs';
import { isUtf8Locale, type TerminalSize } from './terminal-qr.ts';

const STDERR = 2;

/** Writes our words to the terminal, whole. */
export function writeWords(text: string): void {
  writePicture(isUtf8Locale(process.env) ? text : inAscii(text));
}

/** Writes what is drawn to the terminal, whole. */
export function writePicture(text: string): void {
  let left = Buffer.from(text);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(STDERR, left));
    } catch (error) {
      // Full, and not waiting by itself: once more. A terminal that has gone reads nothing.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
    }
  }
}

/** Null where standard error is no terminal, or one that was never told its size. */
export function sizeOfTerminal(): TerminalSize {
  // Not as they are typed: standard error may be no terminal, and a terminal's size may be 0.
  const { columns, rows } = process.stderr as Partial<typeof process.stderr>;
  return columns && rows ? { columns, rows } : null;
}

/** Our own marks for a terminal that knows only ASCII; names stay as they are. */
function inAscii(text: string): string {
  return text.replace(/[“”]/g, '"').replace(/’/g, "'").replace(/…/g, '...');
}
