import { fstatSync, readlinkSync, statSync } from 'node:fs';
import { win32 } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../../files/code-of.ts';
import { windowsSystem, type FileLook, type WindowsSystem } from '../../os/windows/ask-system.ts';
import {
  isReparsePoint,
  refusalOfFolderAbove,
  refusalOfLink,
  refusalOfOpened,
} from '../../os/windows/file-refusals.ts';
import { lookAlong } from '../../os/windows/look-along.ts';
import type { ConfigError } from '../config-error.ts';
import type { Trust, Way } from '../read-plain-file.ts';

/** Windows' limit for one path (Microsoft: Symbolic Link Programming Considerations). */
const MOST_LINKS = 63;

export type Files = Readonly<{
  find: (path: string) => void;
  /** Null for a reparse point without a path, such as a mounted volume or a OneDrive file. */
  target: (path: string) => string | null;
}>;
const FILES: Files = { find: statSync, target: targetOf };

/**
 * The user, SYSTEM, Administrators or TrustedInstaller must own a user's file, and every folder and link on its path.
 */
export function ownOnWindows(system: WindowsSystem = windowsSystem(), files: Files = FILES): Trust {
  return (path) => ownWay(path, system, files);
}

// SECURITY: SEC-107 no other account can write or replace a user's configuration.
function ownWay(path: string, system: WindowsSystem, files: Files): Result<Way, ConfigError> {
  // Throw for a missing file first.
  files.find(path);
  const refuse = (file: string, reason: string): Result<never, ConfigError> =>
    failure({ file, key: '', reason: `${reason}; ${win32.basename(path)} lies behind it` });
  let at = win32.resolve(path);
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const found = lookAlong(at, system);
    if (!found.ok) return found;
    const { looks, person } = found.value;
    for (const [index, look] of looks.entries()) {
      let lies = look;
      // Skip the root, which is never a link: Wine reports Linux's root as one.
      if (index > 0 && isReparsePoint(look)) {
        const reason = refusalOfLink(look, person);
        if (reason !== null) return refuse(look.path, reason);
        const target = files.target(look.path);
        if (target !== null) {
          at = win32.join(win32.resolve(look.path, '..', target), at.slice(look.path.length));
          break;
        }
        const behind = lookAlong(look.path, system, 'behind');
        if (!behind.ok) return behind;
        lies = behind.value.looks.at(-1) ?? look;
      }
      if (index === looks.length - 1)
        return success({ path: at, refusal: refusalBy(lies, person) });
      const reason = refusalOfFolderAbove(lies, person);
      if (reason !== null) return refuse(look.path, reason);
    }
  }
  return failure({ file: path, key: '', reason: 'cannot be read (ELOOP)' });
}

const refusalBy =
  (look: FileLook, person: string): Way['refusal'] =>
  (_status, descriptor) =>
    refusalOfOpened(look, fstatSync(descriptor, { bigint: true }), 'write', person);

/** Null for a reparse point without a path (EINVAL). */
export function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === 'EINVAL') return null;
    throw error;
  }
}
