import { fstatSync, lstatSync } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import type { FileLook, SystemFault, SystemStart } from '../windows/ask-system.ts';
import { isMissing, refusalOfFile, refusalOfFolder } from '../windows/file-refusals.ts';
import { examineTrustedFile, type ExaminedFile } from './read-config-file.ts';
import { examineRegistryPolicy } from './registry-policy.ts';

/** What manages a computer that runs Windows, as it was found at the start; or why that is not known. */
export type WindowsManagement = Result<SystemStart, SystemFault>;

/**
 * Reads and checks the managed configuration of Windows: the policy of the registry, and where that says nothing the
 * file in ProgramData. That belongs, with its folder, to SYSTEM or Administrators, and nobody else writes them.
 *
 * @param path of the file
 */
// SECURITY: SEC-24 only what an administrator wrote for the whole computer manages it.
export function examineWindowsManagement(management: WindowsManagement, path: string | null): ExaminedFile {
  if (!management.ok) {
    const { program, reason } = management.error;
    return failure([{ file: program, key: '', reason: `${reason}: who manages this computer is not known` }]);
  }
  const policy = examineRegistryPolicy(management.value.policy);
  if (!policy.ok || policy.value !== null || path === null) return policy;
  return examineFile(path, management.value.managed);
}

/** The managed file, where it exists though the registry counts alone. */
export function unreadFile(management: WindowsManagement, path: string | null): string | null {
  const isThere = path !== null && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const policy = management.ok ? examineRegistryPolicy(management.value.policy) : null;
  return isThere && policy?.ok === true && policy.value !== null ? path : null;
}

function examineFile(path: string, looks: readonly FileLook[]): ExaminedFile {
  const folders = looks.slice(0, -1);
  const [look, own] = [looks.at(-1), folders.at(-1)];
  if (look?.path !== path || own === undefined)
    return failure([{ file: path, key: '', reason: 'cannot be checked: its folders are not known' }]);
  // Without its folder there is nothing to read; who made one meanwhile gets no further than that look.
  if (isMissing(own)) return success(null);
  for (const folder of folders) {
    const reason = refusalOfFolder(folder, folder === own);
    if (reason !== null) return failure([{ file: folder.path, key: '', reason }]);
  }
  return examineTrustedFile(path, {
    way: success,
    file: (_status, descriptor) =>
      refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'write', null),
  });
}
