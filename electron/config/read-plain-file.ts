import { closeSync, readSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../os/code-of.ts';
import { openPlainFile, type PlainFile } from '../os/open-plain-file.ts';
import type { ConfigError } from './config-error.ts';

const MAX_BYTES = 1_048_576;

/**
 * Finds the way to a trusted file, or the part of it that others could replace. Throws as opening the file would.
 *
 * @param path absolute
 */
export type Trust = (path: string) => Result<Way, ConfigError>;

/** A way that no other account can exchange. */
export type Way = Readonly<{
  /** Where the file itself lies. */
  path: string;
  /** Checks the open file: why another account may have written it, or null. */
  refusal: (status: Stats, descriptor: number) => string | null;
}>;

/** How a file is read. */
export type ReadOptions = Readonly<{
  /** Whether it is an error that it does not exist. */
  isRequired: boolean;
  /** Null accepts any owner, any mode and a link. */
  trust: Trust | null;
}>;

/**
 * Reads one file of the configuration: a plain file of at most 1 MiB. Never waits for another process.
 *
 * @param path absolute
 * @returns null where the file does not exist and need not
 */
export function readPlainFile(
  path: string,
  { isRequired, trust }: ReadOptions,
): Result<Buffer | null, ConfigError> {
  const refuse = (reason: string): Result<never, ConfigError> => failure({ file: path, key: '', reason });
  let file: PlainFile | null;
  let way: Result<Way, ConfigError>;
  try {
    way = (trust ?? unchecked)(path);
    if (!way.ok) return way;
    // SECURITY: SEC-24 a link would lead out of the folders that were looked at.
    file = openPlainFile(way.value.path, { isLinkFollowed: trust === null });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !isRequired) return success(null);
    if (code === 'ELOOP' && trust !== null) return refuse('is a symbolic link; put the file itself there');
    if (code === 'ENOENT') return refuse('does not exist');
    if (code === 'EACCES') return refuse('cannot be read (EACCES): you may not read it');
    return refuse(code === 'ENXIO' ? NO_FILE : `cannot be read (${code})`);
  }
  if (file === null) return refuse(NO_FILE);
  const { descriptor, status } = file;
  try {
    if (status.size > MAX_BYTES) return refuse(TOO_LARGE);
    // SECURITY: SEC-24 refuse a managed file that others may write.
    const refusal = way.value.refusal(status, descriptor);
    if (refusal !== null) return refuse(refusal);
    const bytes = readAtMost(descriptor, status);
    if (bytes === null) return refuse(TOO_LARGE);
    // SECURITY: SEC-98 a file of /proc may belong to root and hold the words of any process. It has no size.
    const isOfKernel = trust !== null && status.size === 0 && bytes.length > 0;
    return isOfKernel ? refuse(OF_KERNEL) : success(bytes);
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`);
  } finally {
    closeSync(descriptor);
  }
}

const unchecked: Trust = (path) => success({ path, refusal: () => null });

const NO_FILE = 'is not a file; name a plain file';
const OF_KERNEL = 'has content without a size, as files of /proc have; name a plain file';
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
