import type { Stats } from 'node:fs';

/**
 * Why a file of the configuration that is not a managed one is not believed: somebody else than root and the person
 * may have written it, and would so choose the service that lets the person in. Looked at on the open file, so that
 * neither a link nor a folder that others may write to leads to a file of theirs. A group may write what root gave it,
 * and the person's own group what is the person's: many systems make each person a group of their own.
 *
 * @returns null where all is well, and on Windows, where modes say nothing
 */
// SECURITY: SEC-73 who may write the configuration chooses the service, and so who is let in.
export function refusalUnlessOwn({ uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>): string | null {
  const [person, group] = [process.geteuid?.(), process.getegid?.()];
  if (person === undefined) return null;
  if (uid !== 0 && uid !== person) return 'belongs to somebody else: it must belong to you or to root';
  const isOpenToAll = (mode & 0o002) !== 0;
  const isOpenToGroup = (mode & 0o020) !== 0 && uid !== 0 && gid !== group;
  return isOpenToAll || isOpenToGroup ? 'can be written by others (chmod go-w)' : null;
}
