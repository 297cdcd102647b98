import { writeSync } from 'node:fs';
import { codeOf } from '../../files/code-of.ts';
import { writesUtf8 } from './locale.ts';
import type { TerminalSize } from './terminal-qr.ts';

const STDERR = 2;

/** Writes a text to standard error, in the terminal's character set. */
export function writeText(text: string): void {
  writePicture(inTerminalCharset(text));
}

/** Writes a text to standard error without conversion, and waits while the terminal takes no more. */
export function writePicture(text: string): void {
  let unwritten = Buffer.from(text);
  while (unwritten.length > 0) {
    try {
      unwritten = unwritten.subarray(writeSync(STDERR, unwritten));
    } catch (error) {
      // EAGAIN means that the buffer of a non-blocking terminal is full: try again. Any other error
      // ends the output.
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}

/** The terminal's size; null if it is unknown. */
export function sizeOfTerminal(): TerminalSize {
  // Contrary to their types, both are undefined without a terminal, and 0 if the size is unknown.
  const { columns, rows } = process.stderr as Partial<typeof process.stderr>;
  return columns && rows ? { columns, rows } : null;
}

/**
 * Converts a text to the terminal's character set, which must happen before the text is measured.
 * Without UTF-8 the result is ASCII, because an 8-bit terminal could read UTF-8 as control
 * sequences, such as the byte 0x9b (CSI) in "ś".
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
