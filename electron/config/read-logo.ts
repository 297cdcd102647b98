import { failure, success, type Result } from '../../shared/result.ts';
import {
  isUsableSize,
  LOGO_MOST_BYTES,
  LOGO_SIDE,
  logoAddress,
  pngSize,
} from '../look/usable-logo.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/** Returns a `data:` URL: the page cannot load files. Null if not configured. */
// SECURITY: SEC-90 accept only a PNG of bounded size; the sandboxed page decodes it.
export function readLogo(path: string | null): Result<string | null, ConfigError> {
  if (path === null) return success(null);
  const refuse = (reason: string): Result<never, ConfigError> =>
    failure({ file: path, key: 'brand.logo', reason });
  const read = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!read.ok) return failure({ ...read.error, key: 'brand.logo' });
  const bytes = read.value ?? Buffer.alloc(0);
  const size = pngSize(bytes);
  if (size === null) {
    return refuse(
      isSvg(bytes)
        ? 'is an SVG; export it as a PNG and name that file'
        : 'is not a PNG; name a PNG file',
    );
  }
  if (bytes.length > LOGO_MOST_BYTES)
    return refuse(`is larger than ${String(LOGO_MOST_BYTES / 1024)} KiB`);
  if (!isUsableSize(size)) {
    return refuse(
      `is ${String(size.width)} × ${String(size.height)} pixels; each side must have ${String(LOGO_SIDE.least)} to ${String(LOGO_SIDE.most)}`,
    );
  }
  return success(logoAddress(bytes));
}

function isSvg(bytes: Buffer): boolean {
  return /<svg[\s>]/i.test(bytes.subarray(0, 1024).toString('latin1'));
}
