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
  /** Throws for a missing file. */
  find: (path: string) => void;
  /** Null for a reparse point without a path, such as a mounted volume or a OneDrive file. */
  target: (path: string) => string | null;
}>;
const FILES: Files = { find: statSync, target: targetOf };

/**
 * The user, SYSTEM, Administrators or TrustedInstaller must own a user's file, and every folder and
 * link on its path.
 */
export function ownOnWindows(system: WindowsSystem = windowsSystem(), files: Files = FILES): Trust {
  return (path) => ownWay(path, system, files);
}

// SECURITY: SEC-107 no other account can write or replace a user's configuration.
function ownWay(path: string, system: WindowsSystem, files: Files): Result<Way, ConfigError> {
  // A missing file throws here, before any refusal.
  files.find(path);
  const refuse = (file: string, reason: string): Result<never, ConfigError> =>
    failure({ file, key: '', reason: `${reason}; ${win32.basename(path)} lies behind it` });
  let current = win32.resolve(path);
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const along = lookAlong(current, system);
    if (!along.ok) return along;
    const { looks, person } = along.value;
    for (const [index, look] of looks.entries()) {
      let target = look;
      // Skip the root, which is never a link: Wine reports Linux's root as one.
      if (index > 0 && isReparsePoint(look)) {
        const reason = refusalOfLink(look, person);
        if (reason !== null) return refuse(look.path, reason);
        const linked = files.target(look.path);
        if (linked !== null) {
          // Start again, with the link's target in place of the link.
          const linkedPath = win32.resolve(look.path, '..', linked);
          current = win32.join(linkedPath, current.slice(look.path.length));
          break;
        }
        const behind = lookAlong(look.path, system, 'behind');
        if (!behind.ok) return behind;
        target = behind.value.looks.at(-1) ?? look;
      }
      if (index === looks.length - 1)
        return success({ path: current, refusal: refusalBy(target, person) });
      const reason = refusalOfFolderAbove(target, person);
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
