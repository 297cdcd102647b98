import { win32 } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import type { FileLook, WindowsSystem } from './ask-system.ts';
import { readSid } from './security-descriptor.ts';

/** Has the form of a `ConfigError`. */
type Unknown = Readonly<{ file: string; key: ''; reason: string }>;

/**
 * `looks` are of the folders above a file, from the root, then of the file itself. `person` is the
 * user's SID.
 */
export type Looks = Readonly<{ looks: readonly FileLook[]; person: string }>;

/**
 * Reads the attributes and rights of a file and of each folder above it, with one question to
 * Windows. `path` is absolute; `WindowsSystem` explains `links`.
 */
// SECURITY: SEC-107 a name that ends with a dot or space cannot lead to another folder.
export function lookAlong(
  path: string,
  system: WindowsSystem,
  links: 'files' | 'behind' = 'files',
): Result<Looks, Unknown> {
  const { root } = win32.parse(path);
  const names = path.slice(root.length).split('\\');
  const paths = [
    root,
    ...names.map((_name, index) => win32.join(root, ...names.slice(0, index + 1))),
  ];
  const answer = system.files(
    paths.map((one) => win32.toNamespacedPath(one)),
    links,
  );
  const unknown = `who may write ${path} is not known`;
  if (!answer.ok) {
    const { program, reason } = answer.error;
    return failure({ file: program, key: '', reason: `${reason}: ${unknown}` });
  }
  const { user, files } = answer.value;
  const person = readSid(user.sid);
  if (person === null)
    return failure({ file: path, key: '', reason: 'cannot be checked: the user is unknown' });
  return success({
    looks: files.map((look, index) => ({ ...look, path: paths[index] ?? look.path })),
    person,
  });
}
