import { isUtf8Locale, type Environment } from './locale.ts';
import type { NoPicture, QrPicture } from './terminal-port.ts';
import { encode, renderUnicodeCompact } from 'uqr';

/** In characters; null if it is unknown. */
export type TerminalSize = Readonly<{ columns: number; rows: number }> | null;

/**
 * Error correction and quiet zone (`border`, in modules), the easiest to scan first. ISO/IEC 18004
 * requires a quiet zone of 4 modules; cameras need 2.
 */
const VARIANTS = [
  { ecc: 'M', border: 4 },
  { ecc: 'L', border: 4 },
  { ecc: 'L', border: 2 },
] as const;

/**
 * A terminal of this width shows the legend of the keys on one line; on a narrower one, the legend
 * wraps.
 */
const USUAL_COLUMNS = 80;
/**
 * Lines below the picture, for the legend and the prompt, which must not push the picture's top out
 * of sight.
 */
const LINES_BELOW = { usual: 2, narrow: 4 } as const;

/** The foreground is white, because the block characters draw the light modules. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const DEFAULT_COLOURS = '\u001b[0m';

/** The first variant that fits the terminal. */
export function terminalQr(text: string, size: TerminalSize, canDraw: boolean): QrPicture {
  if (!canDraw || size === null) return { isDrawn: false, why: 'unable' };
  const linesBelow = size.columns < USUAL_COLUMNS ? LINES_BELOW.narrow : LINES_BELOW.usual;
  // It stays `unable` for a text that is too long for every variant.
  let why: NoPicture = 'unable';
  for (const variant of VARIANTS) {
    try {
      const columns = encode(text, variant).size;
      // A line of block characters shows two rows of modules.
      const rows = Math.ceil(columns / 2) + linesBelow;
      why = { columns, rows };
      if (columns > size.columns || rows > size.rows) continue;
      const lines = renderUnicodeCompact(text, variant).split('\n');
      return {
        isDrawn: true,
        lines: lines.map((line) => `${WHITE_ON_BLACK}${line}${DEFAULT_COLOURS}`),
      };
    } catch {
      // The text is too long for this error correction level: try the next variant.
    }
  }
  return { isDrawn: false, why };
}

/** Whether messages can be inserted above the line that is being typed (`insertAbove`). */
export function canMoveLines(environment: Environment): boolean {
  const { TERM = '' } = environment;
  return isUtf8Locale(environment) && TERM !== '' && TERM !== 'dumb';
}

/** Whether the terminal shows block characters and colours. */
export function canShowPictures(environment: Environment): boolean {
  return isUtf8Locale(environment) && environment['TERM'] !== 'dumb';
}
