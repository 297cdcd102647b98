import { failure, success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/** Keep equal to `docs/configuration.md`. */
const MOST_BYTES = 256 * 1024;
const SIDE = { least: 16, most: 1024 } as const;

/** PNG (W3C, third edition), 5.2 and 11.2.1: signature and first header. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER = Buffer.from([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
const WIDTH_AT = SIGNATURE.length + HEADER.length;
const HEIGHT_AT = WIDTH_AT + 4;

/** Returns a `data:` URL: the page cannot load files. Null if not configured. */
// SECURITY: SEC-90 accept only a PNG of bounded size; the sandboxed page decodes it.
export function readLogo(path: string | null): Result<string | null, ConfigError> {
  if (path === null) return success(null);
  const refuse = (reason: string): Result<never, ConfigError> =>
    failure({ file: path, key: 'brand.logo', reason });
  const read = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!read.ok) return failure({ ...read.error, key: 'brand.logo' });
  const bytes = read.value ?? Buffer.alloc(0);
  if (!isPng(bytes)) {
    return refuse(
      isSvg(bytes)
        ? 'is an SVG; export it as a PNG and name that file'
        : 'is not a PNG; name a PNG file',
    );
  }
  if (bytes.length > MOST_BYTES) return refuse(`is larger than ${String(MOST_BYTES / 1024)} KiB`);
  const width = bytes.readUInt32BE(WIDTH_AT);
  const height = bytes.readUInt32BE(HEIGHT_AT);
  if (![width, height].every((side) => side >= SIDE.least && side <= SIDE.most)) {
    return refuse(
      `is ${String(width)} × ${String(height)} pixels; each side must have ${String(SIDE.least)} to ${String(SIDE.most)}`,
    );
  }
  return success(`data:image/png;base64,${bytes.toString('base64')}`);
}

function isPng(bytes: Buffer): boolean {
  const start = Buffer.concat([SIGNATURE, HEADER]);
  return bytes.length >= HEIGHT_AT + 4 && bytes.subarray(0, start.length).equals(start);
}

function isSvg(bytes: Buffer): boolean {
  return /<svg[\s>]/i.test(bytes.subarray(0, 1024).toString('latin1'));
}
