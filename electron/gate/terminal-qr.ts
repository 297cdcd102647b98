import { encode, renderUnicodeCompact } from 'uqr';

/** Light modules around the symbol that the standard (ISO/IEC 18004) asks for. */
const QUIET_MODULES = 4;
/** White on black whatever the terminal's own colours are; the block characters draw the light modules. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const OWN_COLOURS = '\u001b[0m';

/**
 * A QR code in block characters, two rows of modules to a line, with its quiet zone.
 *
 * @param columns how wide the terminal is; null where it has no width
 * @returns the lines with their colours, or null where it does not fit in the terminal or into any QR code
 */
export function terminalQr(text: string, columns: number | null, isUtf8: boolean): readonly string[] | null {
  if (!isUtf8 || columns === null) return null;
  for (const ecc of ['M', 'L'] as const) {
    try {
      const options = { ecc, border: QUIET_MODULES };
      if (encode(text, options).size > columns) continue;
      const lines = renderUnicodeCompact(text, options).split('\n');
      return lines.map((line) => `${WHITE_ON_BLACK}${line}${OWN_COLOURS}`);
    } catch {
      // Too long for this level of correction: the next one holds more.
    }
  }
  return null;
}

/** Whether a locale says that the terminal takes UTF-8: the first of these that is set counts (POSIX, 8.2). */
export function isUtf8Locale(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /utf-?8/i.test(locale);
}
