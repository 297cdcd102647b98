import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * The helper processes of a Chromium program on Linux, zygotes included: its descendants that run the same file with
 * a `--type`. A browser that it opened runs another.
 *
 * @param pid of the program's main process
 * @param executable the program's file, as its processes name it
 * @returns their process ids, parents first; empty on a system without /proc
 */
export function helpersOf(pid: number, executable: string): readonly number[] {
  return helpersBelow(pid, threadsOf(pid), executable);
}

function helpersBelow(pid: number, threads: readonly string[], executable: string): readonly number[] {
  return childrenOf(pid, threads).flatMap((child) => {
    // Chromium names a process that it forked anew, with blanks between the words.
    const words = textOf(`/proc/${String(child)}/cmdline`);
    const [type] = /(?<=[\0 ]--type=)[\w-]+/.exec(words) ?? [];
    if (type === undefined || ![executable, '/proc/self/exe'].some((file) => words.startsWith(file)))
      return [];
    // Zygotes alone have children, and one thread.
    return type === 'zygote' ? [child, ...helpersBelow(child, [String(child)], executable)] : [child];
  });
}

/** Lets every other process run before this one: on Linux each thread has a priority of its own (setpriority(2)). */
export function runLast(pid: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended by itself.
    }
  }
}

/** The children of threads: each thread has its own (proc(5)). */
function childrenOf(pid: number, threads: readonly string[]): readonly number[] {
  return threads.flatMap((thread) =>
    textOf(`/proc/${String(pid)}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`);
  } catch {
    return [];
  }
}

/** Longer than a thread's list of children, and than the searched part of a command line. */
const beginning = Buffer.alloc(4096);

/** The beginning of a file, by half the calls that `readFileSync` makes; empty for a process that has ended. */
function textOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    const read = readSync(descriptor, beginning);
    closeSync(descriptor);
    return beginning.toString('latin1', 0, read);
  } catch {
    return '';
  }
}
