/** Keep equal to `docs/configuration.md`. */
export const LOGO_MOST_BYTES = 256 * 1024;
/** In pixels. */
export const LOGO_SIDE = { least: 16, most: 1024 } as const;

const LOGO_PREFIX = 'data:image/png;base64,';
/**
 * PNG (W3C, third edition), 5.2 and 11.2.1: the signature, then length and type of the header
 * chunk.
 */
const PNG_START = Buffer.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
]);
/** Width and height follow, of four bytes each. */
const HEADER_BYTES = PNG_START.length + 8;
/** Base64 writes three bytes as four letters. */
const HEADER_LETTERS = HEADER_BYTES * (4 / 3);
const MOST_LETTERS = Math.ceil(LOGO_MOST_BYTES / 3) * 4;

export type PngSize = Readonly<{ width: number; height: number }>;

/** The size in pixels; null if the bytes do not begin as a PNG does. */
export function pngSize(bytes: Buffer): PngSize | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, PNG_START.length).equals(PNG_START))
    return null;
  return {
    width: bytes.readUInt32BE(PNG_START.length),
    height: bytes.readUInt32BE(PNG_START.length + 4),
  };
}

export function isUsableSize({ width, height }: PngSize): boolean {
  return [width, height].every((side) => side >= LOGO_SIDE.least && side <= LOGO_SIDE.most);
}

/** The `data:` URL of a PNG. */
export function logoAddress(png: Buffer): string {
  return `${LOGO_PREFIX}${png.toString('base64')}`;
}

/** Whether a text is the `data:` URL of a PNG that the configuration may name. */
// SECURITY: SEC-90 accept only a PNG of bounded size; the sandboxed page decodes it.
export function isUsableLogo(address: string): boolean {
  const letters = address.slice(LOGO_PREFIX.length);
  if (!address.startsWith(LOGO_PREFIX) || letters.length > MOST_LETTERS) return false;
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(letters)) return false;
  const size = pngSize(Buffer.from(letters.slice(0, HEADER_LETTERS), 'base64'));
  return size !== null && isUsableSize(size);
}
