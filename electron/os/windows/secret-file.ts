import { fstatSync } from 'node:fs';
import { windowsSystem, type WindowsSystem } from './ask-system.ts';
import { isReadByOthers, refusalOfFile } from './file-refusals.ts';
import { readSid } from './security-descriptor.ts';

/**
 * Reason to refuse an open secret file; null if only the person, SYSTEM and Administrators have
 * access.
 */
// SECURITY: SEC-25 on Windows the access control list decides, not the mode.
export function refusalOfSecretFile(
  path: string,
  descriptor: number,
  system: WindowsSystem = windowsSystem(),
): string | null {
  const answer = system.files([path]);
  if (!answer.ok) return `cannot be checked: ${answer.error.program} ${answer.error.reason}`;
  const person = readSid(answer.value.user.sid);
  const [look] = answer.value.files;
  if (person === null || look === undefined) return 'cannot be checked: the user is unknown';
  return refusalOfFile(look, fstatSync(descriptor, { bigint: true }), 'read-or-write', person);
}

/** Whether other accounts can read a file; true if that is unknown. */
export function isOpenOnWindows(path: string, system: WindowsSystem = windowsSystem()): boolean {
  const answer = system.files([path]);
  if (!answer.ok) return true;
  const [look] = answer.value.files;
  return look === undefined || isReadByOthers(look, readSid(answer.value.user.sid));
}
