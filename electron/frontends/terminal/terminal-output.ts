import { writeSync } from 'node:fs';
import { codeOf } from '../../os/code-of.ts';
import { isUtf8Console } from './console-charset.ts';
import { launchedConsole } from './launched-console.ts';
import { isUtf8Locale } from './locale.ts';
import type { TerminalSize } from './terminal-qr.ts';

const STDERR = 2;

/** Writes a text of Gatehouse in full, converted to the terminal's character set. */
export function writeWords(text: string): void {
  writePicture(inTerminalCharset(text));
}

/** Writes a text in full, without conversion. */
export function writePicture(text: string): void {
  let left = Buffer.from(text);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(STDERR, left));
    } catch (error) {
      // EAGAIN: the buffer of a non-blocking terminal is full, so retry. On other errors, give up.
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}

/** The size of the terminal on standard error; null if standard error is no terminal or the size is unknown. */
export function sizeOfTerminal(): TerminalSize {
  // The declared type is too narrow: both are undefined without a terminal, and 0 on one of unknown size.
  const { columns, rows } = process.stderr as Partial<typeof process.stderr>;
  return columns && rows ? { columns, rows } : null;
}

/**
 * Converts a text for the terminal. Call it before measuring, because it changes the width.
 *
 * Without UTF-8 the result is ASCII: our typographic marks become similar ASCII ones, and any other character becomes a
 * question mark. An 8-bit terminal would read UTF-8 byte by byte, and some bytes begin a control sequence: 0x9b, the
 * second byte of "ś", is CSI. The Windows console gets text, not bytes, so only our marks are replaced for it.
 */
export function inTerminalCharset(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const console = launchedConsole();
  if (console !== null) return isUtf8Console(console) ? text : withPlainMarks(text);
  if (isUtf8Locale(environment)) return text;
  return withPlainMarks(text).replace(/[^ -~\n]/gu, '?');
}

/** Replaces our typographic marks (quotes, ellipsis, narrow space) with ASCII. */
export const withPlainMarks = (text: string): string =>
  text
    .replace(/[“”„]/g, '"')
    .replace(/’/g, "'")
    .replace(/…/g, '...')
    .replace(/\u202f/g, ' ');
