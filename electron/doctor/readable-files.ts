import { statSync } from 'node:fs';
import { POLICY_KEY } from '../config/sources/registry-policy.ts';
import { isOpenOnWindows } from '../os/windows/secret-file.ts';

/** Every user can read a registry policy. */
export function readableFilesOf(tokenFiles: readonly string[]): readonly string[] {
  return tokenFiles.filter((file) => file === POLICY_KEY || isReadableByOthers(file));
}

function isReadableByOthers(file: string): boolean {
  // File modes do not show read access on Windows.
  if (process.platform === 'win32') return isOpenOnWindows(file);
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && isOpenToOthers(found);
}

/**
 * Whether a user other than owner and root may read a file. A root-owned file may grant its group
 * read access.
 */
export function isOpenToOthers({ mode, uid }: Readonly<{ mode: number; uid: number }>): boolean {
  return (mode & 0o004) !== 0 || (uid !== 0 && (mode & 0o040) !== 0);
}
