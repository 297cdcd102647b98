import { isUtf8Locale, type Environment } from './locale.ts';
import type { NoPicture, QrPicture } from './terminal-port.ts';
import { encode, renderUnicodeCompact } from 'uqr';

/** How much room a terminal has; null where it does not tell. */
export type TerminalSize = Readonly<{ columns: number; rows: number }> | null;

/**
 * Variants to try, the easiest to scan first: the level of correction, and the light modules around the symbol. The
 * standard (ISO/IEC 18004) asks for four; cameras read a symbol with two, but not with fewer.
 */
const VARIANTS = [
  { ecc: 'M', border: 4 },
  { ecc: 'L', border: 4 },
  { ecc: 'L', border: 2 },
] as const;

/** A terminal of the usual width shows the list of answers in one line; in a narrower one it wraps. */
const USUAL_COLUMNS = 80;
/** Lines that follow the picture and must not push its top out of sight: the list of answers, and the prompt. */
const LINES_BEHIND = { usual: 2, narrow: 4 } as const;

/** White on black whatever the terminal's own colours are; the block characters draw the light modules. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const OWN_COLOURS = '\u001b[0m';

/**
 * A QR code in block characters, two rows of modules to a line, with its quiet zone, whole on one screen together
 * with the lines that follow it.
 *
 * @param canDraw whether the terminal shows block characters and colours at all
 */
export function terminalQr(text: string, size: TerminalSize, canDraw: boolean): QrPicture {
  let why: NoPicture = 'unable';
  if (!canDraw || size === null) return { isDrawn: false, why };
  const behind = size.columns < USUAL_COLUMNS ? LINES_BEHIND.narrow : LINES_BEHIND.usual;
  for (const variant of VARIANTS) {
    try {
      const columns = encode(text, variant).size;
      const rows = Math.ceil(columns / 2) + behind;
      why = { columns, rows };
      if (columns > size.columns || rows > size.rows) continue;
      const lines = renderUnicodeCompact(text, variant).split('\n');
      return { isDrawn: true, lines: lines.map((line) => `${WHITE_ON_BLACK}${line}${OWN_COLOURS}`) };
    } catch {
      // Too long for this level of correction: the next one holds more.
    }
  }
  return { isDrawn: false, why };
}

/** Whether a terminal takes sequences that move lines: UTF-8, and a `TERM` that is set and not "dumb". */
export function canMoveLines(environment: Environment): boolean {
  const { TERM = '' } = environment;
  return isUtf8Locale(environment) && TERM !== '' && TERM !== 'dumb';
}

/** Whether a terminal shows block characters in colours of ours: a dumb one knows no colours. */
export function canShowPictures(environment: Environment): boolean {
  return isUtf8Locale(environment) && environment['TERM'] !== 'dumb';
}
