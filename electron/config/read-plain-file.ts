import { closeSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { openPlainFile, type PlainFile } from '../files/open-plain-file.ts';
import { readAtMost } from '../files/read-small-file.ts';
import type { ConfigError } from './config-error.ts';

const MAX_BYTES = 1_048_576;

/**
 * Resolves an absolute path. Fails if another account could replace a part of it. Throws file
 * system errors.
 */
export type Trust = (path: string) => Result<Way, ConfigError>;

/** A path that other accounts cannot replace. */
export type Way = Readonly<{
  path: string;
  /** Reason to refuse the open file, which another account may have written; else null. */
  refusal: (status: Stats, descriptor: number) => string | null;
}>;

export type ReadOptions = Readonly<{
  isRequired: boolean;
  /** Null accepts any owner, mode and link. */
  trust: Trust | null;
}>;

/**
 * Reads a file of at most 1 MiB, and never waits for a writing process. Null for a missing optional
 * file.
 */
export function readPlainFile(
  path: string,
  { isRequired, trust }: ReadOptions,
): Result<Buffer | null, ConfigError> {
  const refuse = (reason: string): Result<never, ConfigError> =>
    failure({ file: path, key: '', reason });
  let file: PlainFile | null;
  let way: Result<Way, ConfigError>;
  try {
    way = (trust ?? unchecked)(path);
    if (!way.ok) return way;
    // SECURITY: SEC-24 a link would lead out of the checked folders.
    file = openPlainFile(way.value.path, { isLinkFollowed: trust === null });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !isRequired) return success(null);
    if (code === 'ELOOP' && trust !== null)
      return refuse('is a symbolic link; put the file itself there');
    if (code === 'ENOENT') return refuse('does not exist');
    if (code === 'EACCES') return refuse('cannot be read (EACCES): you may not read it');
    return refuse(code === 'ENXIO' ? NO_FILE : `cannot be read (${code})`);
  }
  if (file === null) return refuse(NO_FILE);
  const { descriptor, status } = file;
  try {
    if (status.size > MAX_BYTES) return refuse(TOO_LARGE);
    // SECURITY: SEC-24 refuse a file that others may write.
    const refusal = way.value.refusal(status, descriptor);
    if (refusal !== null) return refuse(refusal);
    const bytes = readAtMost(descriptor, MAX_BYTES);
    if (bytes === null) return refuse(TOO_LARGE);
    // SECURITY: SEC-98 refuse /proc files, which report no size: root may own one that holds
    // another's text.
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
