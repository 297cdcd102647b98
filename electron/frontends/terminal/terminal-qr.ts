import { isUtf8Locale, type Environment } from './locale.ts';
import type { NoPicture, QrPicture } from './terminal-port.ts';
import { encode, renderUnicodeCompact } from 'uqr';

/** Null if unknown. */
export type TerminalSize = Readonly<{ columns: number; rows: number }> | null;

/** Error correction and quiet zone in modules, easiest to scan first. ISO/IEC 18004 asks for four; cameras need two. */
const VARIANTS = [
  { ecc: 'M', border: 4 },
  { ecc: 'L', border: 4 },
  { ecc: 'L', border: 2 },
] as const;

/** Minimum columns for a legend on one line. */
const USUAL_COLUMNS = 80;
/** Lines below the picture that must not scroll it away. */
const LINES_BEHIND = { usual: 2, narrow: 4 } as const;

/** The block characters draw the light modules. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const OWN_COLOURS = '\u001b[0m';

/**
 * A QR code that fits one screen with the lines below it.
 *
 * @param canDraw whether the terminal shows block characters and colours
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
      // The next error correction level holds more.
    }
  }
  return { isDrawn: false, why };
}

/** Whether the terminal takes sequences that move lines. */
export function canMoveLines(environment: Environment): boolean {
  const { TERM = '' } = environment;
  return isUtf8Locale(environment) && TERM !== '' && TERM !== 'dumb';
}

/** Whether the terminal shows block characters and colours. */
export function canShowPictures(environment: Environment): boolean {
  return isUtf8Locale(environment) && environment['TERM'] !== 'dumb';
}
