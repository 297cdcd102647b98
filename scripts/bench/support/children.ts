/**
 * Tracks every process that a run starts, so that all end with it: each leads its own process
 * group.
 */
import { exitCodeOf, passSignalsOn } from '../../lib/run.ts';

const groups = new Set<number>();

/** Notes a process group until its leader has ended. */
export function watchGroup(pid: number, ended: Promise<unknown>): void {
  groups.add(pid);
  const forget = (): void => void groups.delete(pid);
  ended.then(forget, forget);
}

export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

process.on('exit', () => groups.forEach(killGroup));
passSignalsOn((signal) => process.exit(exitCodeOf(null, signal)));
