import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const NOTHING = '0x0';

/**
 * Excludes memory from core dumps (core(5)) of this process, its descendants, and the processes that they start later.
 * A dump then contains registers but no key, code or token, whichever program collects it. Call it first: Chromium's
 * zygotes, from which every page is forked, already run at that time.
 *
 * Linux only. On other systems, or if `/proc` refuses the change, an administrator has to exclude the memory
 * (docs/security.md).
 */
// SECURITY: SEC-26 secrets stay out of core dumps, even if Electron is started without the launcher.
export function leaveOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const pid of [process.pid, ...startedBy(process.pid)]) {
    try {
      writeFileSync(`/proc/${String(pid)}/coredump_filter`, NOTHING);
    } catch {
      // The process has ended, or its filter cannot be changed. In both cases, other accounts cannot read a dump of it.
    }
  }
}

/** The ids of a process's descendants, as far as `/proc` shows them. */
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
