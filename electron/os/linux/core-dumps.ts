import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const NOTHING = '0x0';

/**
 * Leaves the memory of this process, of those that it has started, and of all that they start from now on, out of core
 * dumps (core(5)): a dump then holds registers, and no key, code or token, for any collector. Call it first: Chromium's
 * zygotes run by then, and every page is forked from one of them.
 *
 * Linux only. Elsewhere, and where `/proc` does not take it, an administrator has to (docs/security.md).
 */
// SECURITY: SEC-26 secrets stay out of core dumps, also without the launcher.
export function leaveOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const pid of [process.pid, ...startedBy(process.pid)]) {
    try {
      writeFileSync(`/proc/${String(pid)}/coredump_filter`, NOTHING);
    } catch {
      // One that has ended, or may not be touched: then it leaves no dump that others may read either.
    }
  }
}

/** Everything below a process, as far as the system tells. */
function startedBy(pid: number): readonly number[] {
  try {
    const children = readdirSync(`/proc/${String(pid)}/task`).flatMap((thread) =>
      (readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
    );
    return children.flatMap((child) => [child, ...startedBy(child)]);
  } catch {
    return [];
  }
}
