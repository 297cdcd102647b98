import { isUtf8Locale, type Environment } from './locale.ts';
import type { NoPicture, QrPicture } from './terminal-port.ts';
import { encode, renderUnicodeCompact } from 'uqr';

/** Null if unknown. */
export type TerminalSize = Readonly<{ columns: number; rows: number }> | null;

/** Error correction and quiet zone, easiest to scan first. ISO/IEC 18004 requires 4 modules; cameras need 2. */
const VARIANTS = [
  { ecc: 'M', border: 4 },
  { ecc: 'L', border: 4 },
  { ecc: 'L', border: 2 },
] as const;

/** Minimum columns for a legend of the keys on one line. */
const USUAL_COLUMNS = 80;
/** Lines to keep free below the picture: the legend and the prompt. */
const LINES_BEHIND = { usual: 2, narrow: 4 } as const;

/** White foreground, because block characters draw the light modules. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const OWN_COLOURS = '\u001b[0m';

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
      return {
        isDrawn: true,
        lines: lines.map((line) => `${WHITE_ON_BLACK}${line}${OWN_COLOURS}`),
      };
    } catch {
      // Too long for this error correction level: try the next.
    }
  }
  return { isDrawn: false, why };
}

export function canMoveLines(environment: Environment): boolean {
  const { TERM = '' } = environment;
  return isUtf8Locale(environment) && TERM !== '' && TERM !== 'dumb';
}

/** Whether the terminal shows block characters and colours. */
export function canShowPictures(environment: Environment): boolean {
  return isUtf8Locale(environment) && environment['TERM'] !== 'dumb';
}
