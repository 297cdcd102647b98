import { writeSync } from 'node:fs';
import { codeOf } from '../../os/code-of.ts';
import { isUtf8Console } from './console-charset.ts';
import { launchedConsole } from './launched-console.ts';
import { isUtf8Locale } from './locale.ts';
import type { TerminalSize } from './terminal-qr.ts';

const STDERR = 2;

/** Writes our words to the terminal, whole. */
export function writeWords(text: string): void {
  writePicture(inTerminalCharset(text));
}

/** Writes a text to the terminal as it is, whole. */
export function writePicture(text: string): void {
  let left = Buffer.from(text);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(STDERR, left));
    } catch (error) {
      // EAGAIN: the terminal is full and does not block, so retry. Give up on a terminal that has gone.
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}

/** Null where standard error is no terminal, or one that was never told its size. */
export function sizeOfTerminal(): TerminalSize {
  // Not as they are typed: standard error may be no terminal, and a terminal's size may be 0.
  const { columns, rows } = process.stderr as Partial<typeof process.stderr>;
  return columns && rows ? { columns, rows } : null;
}

/**
 * A text as the terminal can take it. Without UTF-8 that is ASCII: our own marks get one that looks like them, any
 * other character a question mark. A terminal of eight bits takes the bytes of UTF-8 one by one, and some of them
 * begin its sequences: 0x9b, the second of "ś", is CSI. Changes the width of a text, so it comes before measuring. The
 * console of Windows gets no bytes: there it is our own marks alone.
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

/** Replaces our own marks in a text by those of ASCII. */
export const withPlainMarks = (text: string): string =>
  text
    .replace(/[“”„]/g, '"')
    .replace(/’/g, "'")
    .replace(/…/g, '...')
    .replace(/\u202f/g, ' ');
