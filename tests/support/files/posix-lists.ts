import { spawnSync } from 'node:child_process';
import type { AccessLists } from '../../../electron/os/access-lists.ts';
import { success } from '../../../shared/result.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An account that the lists of the tests name; it need not exist. */
export const LISTED = 23_456;

/**
 * Gives an account rights by an access control list, as an administrator does; the rest of the mode
 * stays.
 */
export function addEntry(path: string, entry = `u:${LISTED}:rw`): void {
  const { error, status, stderr } = setfacl(entry, path);
  if (error !== undefined || status !== 0) throw error ?? new Error(`setfacl: ${stderr}`);
}

/**
 * Whether lists can be tried here: `setfacl` (Debian: package acl) is there, and the temporary
 * folder takes lists.
 */
export const hasLists = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lists-'));
  try {
    return setfacl(`u:${LISTED}:r`, folder).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

/** For the title of a test that is skipped without lists. */
export const NEEDS_LISTS = '(needs setfacl, and a file system with lists)';

/** Lists as macOS has them, which no mode shows; collects the paths that were asked for. */
export function hiddenLists(
  isListed: (path: string) => boolean,
): AccessLists & { asked: string[] } {
  const asked: string[] = [];
  const grants: AccessLists['grants'] = (path, right, trusted) => {
    asked.push(`${path} ${right} ${trusted}`);
    return success(isListed(path));
  };
  return { areInMode: false, remedy: { write: 'chmod -N', use: 'chmod -N' }, grants, asked };
}

function setfacl(entry: string, path: string) {
  return spawnSync('setfacl', ['-m', entry, '--', path], { encoding: 'utf8' });
}
