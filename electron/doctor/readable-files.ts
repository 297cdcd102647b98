import { statSync } from 'node:fs';
import { POLICY_PLACE } from '../config/sources/registry-policy.ts';
import { isOpenOnWindows } from '../os/windows/secret-file.ts';

/** Those of the files that can be read by others; a policy of the registry is read by every user of the computer. */
export function readableFilesOf(tokenFiles: readonly string[]): readonly string[] {
  return tokenFiles.filter((file) => file === POLICY_PLACE || isReadableByOthers(file));
}

function isReadableByOthers(file: string): boolean {
  // File modes do not show read access on Windows.
  if (process.platform === 'win32') return isOpenOnWindows(file);
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && isOpenToOthers(found);
}

/**
 * Whether a user other than the owner and root may read a file. A group that root assigned is meant to read it, as
 * with the secret's file.
 */
export function isOpenToOthers({ mode, uid }: Readonly<{ mode: number; uid: number }>): boolean {
  return (mode & 0o004) !== 0 || (uid !== 0 && (mode & 0o040) !== 0);
}
