import { useMemo } from 'react';
import { encode } from 'uqr';

/** Minimum width of the symbol without its quiet zone. */
const MIN_SYMBOL_PX = 224;
/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * Size of a QR code in pixels. A module is a whole number of pixels wide, so that its edges are
 * sharp.
 */
export function qrGeometry(modules: number): Readonly<{ modulePx: number; sidePx: number }> {
  const modulePx = Math.ceil(MIN_SYMBOL_PX / modules);
  return { modulePx, sidePx: modulePx * (modules + 2 * QUIET_MODULES) };
}

/** The QR code of a text; null if the text is too long. */
export function qrMatrix(text: string): readonly (readonly boolean[])[] | null {
  for (const ecc of ['M', 'L'] as const) {
    try {
      return encode(text, { ecc, border: 0 }).data;
    } catch {
      // The text is too long for this error correction level: try the next.
    }
  }
  return null;
}

/**
 * SVG path of the dark modules. It joins neighbours in a row to one run, which needs less text than
 * single squares.
 */
function pathOf(matrix: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  matrix.forEach((row, y) => {
    let runStart: number | null = null;
    for (let x = 0; x <= row.length; x += 1) {
      const isDark = row[x] === true;
      if (isDark && runStart === null) runStart = x;
      if (!isDark && runStart !== null) {
        const left = runStart + QUIET_MODULES;
        runs.push(`M${left} ${y + QUIET_MODULES}h${x - runStart}v1H${left}z`);
        runStart = null;
      }
    }
  });
  return runs.join('');
}

type QrCodeProps = Readonly<{ text: string; label: string; tooLong: string }>;

/** A QR code, black on white in every theme, forced colours included. */
export function QrCode({ text, label, tooLong }: QrCodeProps) {
  const matrix = useMemo(() => qrMatrix(text), [text]);
  if (matrix === null) return <p className="notice">{tooLong}</p>;
  const sideModules = matrix.length + 2 * QUIET_MODULES;
  const { sidePx } = qrGeometry(matrix.length);
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      width={sidePx}
      height={sidePx}
      viewBox={`0 0 ${sideModules} ${sideModules}`}
      shapeRendering="crispEdges"
    >
      <rect width={sideModules} height={sideModules} fill="#fff" />
      <path d={pathOf(matrix)} fill="#000" />
    </svg>
  );
}
