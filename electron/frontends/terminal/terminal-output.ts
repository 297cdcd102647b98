import { writeSync } from 'node:fs';
import { codeOf } from '../../files/code-of.ts';
import { writesUtf8 } from './locale.ts';
import type { TerminalSize } from './terminal-qr.ts';

const STDERR = 2;

export function writeWords(text: string): void {
  writePicture(inTerminalCharset(text));
}

/** Without conversion. */
export function writePicture(text: string): void {
  let left = Buffer.from(text);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(STDERR, left));
    } catch (error) {
      // EAGAIN: the buffer of a non-blocking terminal is full.
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}

/** Null if unknown. */
export function sizeOfTerminal(): TerminalSize {
  // Contrary to their types, undefined without a terminal; 0 for an unknown size.
  const { columns, rows } = process.stderr as Partial<typeof process.stderr>;
  return columns && rows ? { columns, rows } : null;
}

/**
 * Convert before measuring. Without UTF-8 the result is ASCII: an 8-bit terminal could read UTF-8 as control sequences,
 * such as 0x9b (CSI) in "ś".
 */
export function inTerminalCharset(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (writesUtf8(environment)) return text;
  return withPlainMarks(text).replace(/[^ -~\n]/gu, '?');
}

const withPlainMarks = (text: string): string =>
  text
    .replace(/[“”„]/g, '"')
    .replace(/’/g, "'")
    .replace(/…/g, '...')
    .replace(/\u202f/g, ' ');
