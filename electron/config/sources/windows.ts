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

export type WindowsManagement = Result<SystemStart, SystemFault>;

/** A path with a drive or a server. `path.win32.isAbsolute` would also accept `\file`. */
const FULL = /^(?:[A-Za-z]:|\\\\[^\\/]+)[\\/]/;

/** @param file the managed file; null if its folder is unknown */
export function windowsSource(management: WindowsManagement, file: string | null): ManagedSource {
  return {
    file,
    examine: () => examineWindowsManagement(management, file),
    // Ignore case, as Windows does. Drop the policy: the caller asks about the file alone.
    at: (path) =>
      management.ok && path.toLowerCase() === file?.toLowerCase()
        ? windowsSource(success({ ...management.value, policy: null }), file)
        : null,
    isAbsolute: (path) => FULL.test(path),
    // The user may own the file of the secret key.
    checkNamed: (key, path) => (key === SECRET_KEY ? success(path) : checkNamedOnWindows(path)),
  };
}

// SECURITY: SEC-24 only SYSTEM and Administrators may own or write the managed file and its folder.
function examineWindowsManagement(
  management: WindowsManagement,
  path: string | null,
): ExaminedFile {
  if (!management.ok) {
    const { program, reason } = management.error;
    return failure([
      { file: program, key: '', reason: `${reason}: the management of this computer is unknown` },
    ]);
  }
  const policy = examineRegistryPolicy(management.value.policy);
  if (!policy.ok || path === null) return policy;
  if (policy.value === null) return examineFile(path, management.value.managed);
  const hasFileToo = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return success({ ...policy.value, ...(hasFileToo && { unread: path }) });
}

/** @param looks the folders above the file, the highest first, then the file */
function examineFile(path: string, looks: readonly FileLook[]): ExaminedFile {
  const folders = looks.slice(0, -1);
  const look = looks.at(-1);
  const ownFolder = folders.at(-1);
  if (look?.path !== path || ownFolder === undefined)
    return failure([
      { file: path, key: '', reason: 'cannot be checked: its folders are not known' },
    ]);
  // The looks date from the start: without the folder there was no file. A folder that was made since does not count.
  if (isMissing(ownFolder)) return success(null);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure([fault]);
  const refusal: Way['refusal'] = (_status, descriptor) =>
    refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'write', null);
  return examineTrustedFile(path, () => success({ path, refusal }));
}

/**
 * Checks who may write to a file and its folders. Accepts a missing file. Not for the file of the secret key, which the
 * user may own. `path` is absolute.
 */
// SECURITY: SEC-107 only SYSTEM and Administrators may write files that the managed configuration names.
export function checkNamedOnWindows(
  path: string,
  system = windowsSystem(),
): Result<string, ConfigError> {
  const along = lookAlong(path, system);
  if (!along.ok) return along;
  const { looks } = along.value;
  const folders = looks.slice(0, -1);
  const look = looks.at(-1);
  const ownFolder = folders.at(-1);
  if (look === undefined || ownFolder === undefined || isMissing(ownFolder)) return success(path);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure(fault);
  const reason = isMissing(look) ? null : refusalOfClosedFile(look, 'write', null);
  return reason === null ? success(path) : failure({ file: path, key: '', reason });
}

/** @param folders the highest first */
function faultOfFolders(folders: readonly FileLook[]): ConfigError | null {
  for (const folder of folders) {
    const reason = refusalOfFolder(folder, folder === folders.at(-1));
    if (reason !== null) return { file: folder.path, key: '', reason };
  }
  return null;
}
