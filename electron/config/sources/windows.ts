import { fstatSync, lstatSync } from 'node:fs';
import { failure, success, type Result } from '../../../shared/result.ts';
import type { ConfigError } from '../config-error.ts';
import {
  windowsSystem,
  type FileLook,
  type SystemFault,
  type SystemStart,
} from '../../os/windows/ask-system.ts';
import {
  isMissing,
  refusalOfClosedFile,
  refusalOfFile,
  refusalOfFolder,
} from '../../os/windows/file-refusals.ts';
import { lookAlong } from '../../os/windows/look-along.ts';
import type { Way } from '../read-plain-file.ts';
import { examineTrustedFile, type ExaminedFile } from '../read-config-file.ts';
import type { ManagedSource } from './managed-source.ts';
import { examineRegistryPolicy } from './registry-policy.ts';

const SECRET_KEY = 'credentials.secretKeyFile';

/** The management of a Windows computer as found at the start, or the reason why it is not known. */
export type WindowsManagement = Result<SystemStart, SystemFault>;

/** As `path.win32.isAbsolute`, but with a drive or a server: `\\file` starts at the current drive. */
const FULL = /^(?:[A-Za-z]:|\\\\[^\\/]+)[\\/]/;

/**
 * The managed configuration of Windows.
 *
 * @param file null where its folder is unknown
 */
export function windowsSource(management: WindowsManagement, file: string | null): ManagedSource {
  return {
    file,
    examine: () => examineWindowsManagement(management, file),
    unread: () => unreadFile(management, file),
    // Windows does not tell names apart by their case. The file itself is asked about, also where the registry counts.
    at: (asked) =>
      management.ok && asked.toLowerCase() === file?.toLowerCase()
        ? windowsSource(success({ ...management.value, policy: null }), file)
        : null,
    isAbsolute: (path) => FULL.test(path),
    // A secret's file may be the person's.
    checkNamed: (key, path) => (key === SECRET_KEY ? success(path) : checkNamedOnWindows(path)),
  };
}

/**
 * Reads and checks the managed configuration of Windows: the policy of the registry, or without one the file in
 * ProgramData. SYSTEM or Administrators own that file and its folder, and no other account may write them.
 *
 * @param path of the file
 */
// SECURITY: SEC-24 only an administrator's configuration for the whole computer manages it.
function examineWindowsManagement(management: WindowsManagement, path: string | null): ExaminedFile {
  if (!management.ok) {
    const { program, reason } = management.error;
    return failure([
      { file: program, key: '', reason: `${reason}: the management of this computer is unknown` },
    ]);
  }
  const policy = examineRegistryPolicy(management.value.policy);
  if (!policy.ok || policy.value !== null || path === null) return policy;
  return examineFile(path, management.value.managed);
}

/** The managed file, where it exists though the registry counts alone. */
function unreadFile(management: WindowsManagement, path: string | null): string | null {
  const isThere = path !== null && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const policy = management.ok ? examineRegistryPolicy(management.value.policy) : null;
  return isThere && policy?.ok === true && policy.value !== null ? path : null;
}

function examineFile(path: string, looks: readonly FileLook[]): ExaminedFile {
  const folders = looks.slice(0, -1);
  const [look, own] = [looks.at(-1), folders.at(-1)];
  if (look?.path !== path || own === undefined)
    return failure([{ file: path, key: '', reason: 'cannot be checked: its folders are not known' }]);
  // Trust the earlier look: without a folder there is no file. A folder created since then is ignored.
  if (isMissing(own)) return success(null);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure([fault]);
  const refusal: Way['refusal'] = (_status, descriptor) =>
    refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'write', null);
  return examineTrustedFile(path, () => success({ path, refusal }));
}

/**
 * Looks at a file that a managed place names, as `checkNamedFile` does elsewhere: SYSTEM or Administrators alone could
 * have put it there. A secret's file is not for this: it may be the person's.
 *
 * @param path absolute
 */
// SECURITY: SEC-107 files that the managed configuration of Windows names are no person's either.
export function checkNamedOnWindows(path: string, system = windowsSystem()): Result<string, ConfigError> {
  const found = lookAlong(path, system);
  if (!found.ok) return found;
  const { looks } = found.value;
  const folders = looks.slice(0, -1);
  const [look, own] = [looks.at(-1), folders.at(-1)];
  if (look === undefined || own === undefined || isMissing(own)) return success(path);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure(fault);
  const reason = isMissing(look) ? null : refusalOfClosedFile(look, 'write', null);
  return reason === null ? success(path) : failure({ file: path, key: '', reason });
}

/** @param folders the highest first, the file's own last */
function faultOfFolders(folders: readonly FileLook[]): ConfigError | null {
  for (const folder of folders) {
    const reason = refusalOfFolder(folder, folder === folders.at(-1));
    if (reason !== null) return { file: folder.path, key: '', reason };
  }
  return null;
}
