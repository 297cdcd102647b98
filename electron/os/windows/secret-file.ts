import { fstatSync } from 'node:fs';
import { windowsSystem, type WindowsSystem } from './ask-system.ts';
import { isReadByOthers, refusalOfFile } from './file-refusals.ts';
import { readSid } from './security-descriptor.ts';

/** Reason to refuse an open secret file, or null. Only the person, SYSTEM and Administrators may have access. */
// SECURITY: SEC-25 on Windows the access control list decides, not the mode.
export function refusalOfSecretFile(
  path: string,
  descriptor: number,
  system: WindowsSystem = windowsSystem(),
): string | null {
  const found = system.files([path]);
  if (!found.ok) return `cannot be checked: ${found.error.program} ${found.error.reason}`;
  const person = readSid(found.value.user.sid);
  const [look] = found.value.files;
  if (person === null || look === undefined) return 'cannot be checked: the user is unknown';
  return refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'read-or-write', person);
}

/** Whether other accounts can read a file; true if unknown. */
export function isOpenOnWindows(path: string, system: WindowsSystem = windowsSystem()): boolean {
  const found = system.files([path]);
  if (!found.ok) return true;
  const [look] = found.value.files;
  return look === undefined || isReadByOthers(look, readSid(found.value.user.sid));
}
