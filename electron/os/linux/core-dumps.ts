import { writeFileSync } from 'node:fs';
import { startedBy } from './own-helpers.ts';

/** A bit mask of the kinds of memory to dump. */
const NOTHING = '0x0';

/**
 * Excludes memory from core dumps (core(5)) of this process, its descendants and their later
 * children. Call it before all else: Chromium's zygotes run already, and every page is forked from
 * one. On other systems, or if `/proc` refuses, an administrator has to exclude the memory
 * (docs/security.md).
 */
// SECURITY: SEC-26 keep secrets out of core dumps, even without the launcher.
export function leaveOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const pid of [process.pid, ...startedBy(process.pid)]) {
    try {
      writeFileSync(`/proc/${String(pid)}/coredump_filter`, NOTHING);
    } catch {
      // The process ended, or its filter is protected. Other accounts cannot read its dump.
    }
  }
}
