import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';

const MAX_BYTES = 1_048_576;

/** Looks at an open file: why somebody else may have written it, or null. */
export type Trust = (status: Stats, descriptor: number) => string | null;

/** How a file is read. */
export type Reading = Readonly<{
  /** Whether it is an error that it does not exist. */
  isRequired: boolean;
  /** Whether it may be a link. */
  follows: boolean;
  /** It is refused for the reason that this gives; null where anybody may have written it. */
  trust: Trust | null;
}>;

/**
 * Reads one file of the configuration: a plain file of at most 1 MiB. Waits for nobody.
 *
 * @returns null where the file does not exist and need not
 */
export function readPlainFile(
  path: string,
  { isRequired, follows, trust }: Reading,
): Result<Buffer | null, ConfigError> {
  const refuse = (reason: string): Result<never, ConfigError> => failure({ file: path, key: '', reason });
  let descriptor: number;
  try {
    // Non-blocking: a FIFO in the file's place must not hold up the start.
    // SECURITY: SEC-24 a link would lead out of the folders that were looked at.
    const link = follows ? 0 : constants.O_NOFOLLOW;
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | link);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !isRequired) return success(null);
    if (code === 'ELOOP' && !follows) return refuse('is a symbolic link; put the file itself there');
    if (code === 'ENOENT') return refuse('does not exist');
    if (code === 'EACCES') return refuse('cannot be read (EACCES): you may not read it');
    // What a socket answers: it is no file.
    return refuse(code === 'ENXIO' ? NO_FILE : `cannot be read (${code})`);
  }
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return refuse(NO_FILE);
    if (status.size > MAX_BYTES) return refuse(TOO_LARGE);
    // SECURITY: SEC-24 a managed file that others may write manages nothing.
    const refusal = trust?.(status, descriptor) ?? null;
    if (refusal !== null) return refuse(refusal);
    const bytes = readAtMost(descriptor, status);
    return bytes === null ? refuse(TOO_LARGE) : success(bytes);
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`);
  } finally {
    closeSync(descriptor);
  }
}

const NO_FILE = 'is not a file; name a plain file';
const TOO_LARGE = `is larger than ${String(MAX_BYTES)} bytes; no configuration is`;

/** @returns null where there is more than its size said, and more than is read: a file of /proc, or one that grows */
function readAtMost(descriptor: number, { size }: Stats): Buffer | null {
  const parts: Buffer[] = [];
  for (let length = 0; ;) {
    const part = Buffer.alloc(Math.max(size - length + 1, 4096));
    const read = readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts);
    length += read;
    if (length > MAX_BYTES) return null;
    parts.push(part.subarray(0, read));
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown fault';
}
