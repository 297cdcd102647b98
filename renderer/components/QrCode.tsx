import { useMemo } from 'react';
import { encode } from 'uqr';

/** Minimum width of the symbol without its quiet zone. */
const MIN_SYMBOL_PX = 224;
/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** Size of a QR code in pixels. Each module has whole pixels, for sharp edges. */
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
      // Too long for this error correction level.
    }
  }
  return null;
}

/** SVG path of the dark modules. Joins them to horizontal runs, which need less text than single rectangles. */
function pathOf(matrix: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  matrix.forEach((row, y) => {
    let start = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] === true && start < 0) start = x;
      if (row[x] !== true && start >= 0) {
        runs.push(
          `M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${x - start}v1H${start + QUIET_MODULES}z`,
        );
        start = -1;
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
  const side = matrix.length + 2 * QUIET_MODULES;
  const { sidePx } = qrGeometry(matrix.length);
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      width={sidePx}
      height={sidePx}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={pathOf(matrix)} fill="#000" />
    </svg>
  );
}
