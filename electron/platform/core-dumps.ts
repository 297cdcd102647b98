import { writeFileSync } from 'node:fs';

const NOTHING = '0x0';

/**
 * Leaves the memory of this process, and of those that it forks from now on, out of core dumps (core(5)): the file that
 * a crash leaves then holds registers and no secrets, codes or tokens, whoever collects it. Linux only; elsewhere, and
 * where `/proc` is not there, docs/security.md says what an administrator has to set.
 *
 * @param pid the process; one of the same user that may be looked at
 * @returns whether the system took it
 */
// SECURITY: SEC-26 the key and everything made with it stay out of core dumps, also without the launcher.
export function leaveOutOfCoreDumps(pid: number | 'self' = 'self'): boolean {
  if (process.platform !== 'linux') return false;
  try {
    writeFileSync(`/proc/${String(pid)}/coredump_filter`, NOTHING);
    return true;
  } catch {
    return false;
  }
}
