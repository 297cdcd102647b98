import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from './code-of.ts';
import { writeFault } from './write-fault.ts';

/** `path` is empty if no folder is known. */
export type FolderFault = Readonly<{ path: string; reason: string }>;

/**
 * Makes a folder for this program's own data if it is missing, with mode 0700. Accepts a folder
 * that cannot be written: only data that must be kept needs to be written there, and whoever writes
 * it reports the failure.
 *
 * @param plainFiles names of files in the folder: each may be missing, but must not be a folder, a
 *   device or a FIFO
 */
export function usableFolder(
  path: string,
  plainFiles: readonly string[] = [],
): Result<string, FolderFault> {
  const refuse = (reason: string): Result<never, FolderFault> =>
    failure({ path, reason: `the folder for this program's own data ${reason}` });
  try {
    makeFolder(path);
  } catch (error) {
    return refuse(`cannot be made ${writeFault(error)}`);
  }
  try {
    if (!statSync(path).isDirectory()) return refuse('is not a folder');
    accessSync(path, constants.R_OK | constants.X_OK);
    const isNoFile = (name: string): boolean =>
      statSync(join(path, name), { throwIfNoEntry: false })?.isFile() === false;
    const unusable = plainFiles.find(isNoFile);
    if (unusable !== undefined)
      return failure({ path: join(path, unusable), reason: 'is not a file; remove it' });
  } catch (error) {
    return refuse(`cannot be opened (${codeOf(error)})`);
  }
  return success(path);
}

/**
 * Makes missing folders, the highest first. Node's option `recursive` never ends below /proc, where
 * no folder can be made.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another Gatehouse may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
