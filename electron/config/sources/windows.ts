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
import { examineTrustedFile, type ExaminedFile } from '../read-config-file.ts';
import type { ManagedSource } from './managed-source.ts';
import { examineRegistryPolicy } from './registry-policy.ts';

const SECRET_KEY = 'credentials.secretKeyFile';

/** Beside SYSTEM and Administrators, no person may own or write these files. */
const NO_PERSON = null;

export type WindowsManagement = Result<SystemStart, SystemFault>;

/** A path with a drive or a server. `path.win32.isAbsolute` would also accept `\file`. */
const FULL = /^(?:[A-Za-z]:|\\\\[^\\/]+)[\\/]/;

/** @param file the managed file; null if its folder is unknown */
export function windowsSource(management: WindowsManagement, file: string | null): ManagedSource {
  return {
    file,
    examine: () => examineWindowsManagement(management, file),
    // Limits the source to the managed file: drop the policy, which would count in place of the
    // file. Ignore case, as Windows does.
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

/**
 * @param looks what Windows said at the start of the folders above the file, the highest first,
 *   then of the file
 */
function examineFile(path: string, looks: readonly FileLook[]): ExaminedFile {
  const folders = looks.slice(0, -1);
  const look = looks.at(-1);
  const ownFolder = folders.at(-1);
  if (look?.path !== path || ownFolder === undefined)
    return failure([
      { file: path, key: '', reason: 'cannot be checked: its folders are not known' },
    ]);
  // A folder that was missing at the start held no file. One that was made since is ignored: its
  // rights are not known.
  if (isMissing(ownFolder)) return success(null);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure([fault]);
  return examineTrustedFile(path, () =>
    success({
      path,
      refusal: (_status, descriptor) =>
        refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'write', NO_PERSON),
    }),
  );
}

/**
 * Checks who may write to a file and its folders. Accepts a missing file. Not for the file of the
 * secret key, which the user may own. `path` is absolute.
 */
// SECURITY: SEC-107 only SYSTEM and Administrators may write files that the managed configuration
// names.
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
  // `lookAlong` returns a look for each path that it asked for, at least the root and the file. So
  // neither is missing.
  if (look === undefined || ownFolder === undefined) return success(path);
  // Without its folder, the file is missing, too.
  if (isMissing(ownFolder)) return success(path);
  const fault = faultOfFolders(folders);
  if (fault !== null) return failure(fault);
  const reason = isMissing(look) ? null : refusalOfClosedFile(look, 'write', NO_PERSON);
  return reason === null ? success(path) : failure({ file: path, key: '', reason });
}

/** @param folders the highest first */
function faultOfFolders(folders: readonly FileLook[]): ConfigError | null {
  for (const folder of folders) {
    const isFilesOwn = folder === folders.at(-1);
    const reason = refusalOfFolder(folder, isFilesOwn);
    if (reason !== null) return { file: folder.path, key: '', reason };
  }
  return null;
}
