import { readFileSync } from 'node:fs';
import { namesIn } from '../../files/names-in.ts';

/**
 * Process ids of Chromium's helpers, zygotes included, parents first. They run the same executable
 * with `--type`, unlike a browser that Gatehouse opened. Empty without /proc.
 *
 * @param threads ids of the threads of `pid` whose children count: all of them, unless given
 */
export function helpersOf(
  pid: number,
  executable: string,
  threads = threadsOf(pid),
): readonly number[] {
  return childrenOf(pid, threads).flatMap((child) => {
    const commandLine = textOf(`/proc/${String(child)}/cmdline`);
    // NUL characters separate arguments. In a forked process, Chromium writes spaces instead.
    const [type] = /(?<=[\0 ]--type=)[\w-]+/.exec(commandLine) ?? [];
    const isOurExecutable = [executable, '/proc/self/exe'].some((file) =>
      commandLine.startsWith(file),
    );
    if (type === undefined || !isOurExecutable) return [];
    // Only zygotes have children. A zygote has a single thread, whose id is that of the process.
    return type === 'zygote' ? [child, ...helpersOf(child, executable, [String(child)])] : [child];
  });
}

/** Process ids of all descendants, parents first. Empty without /proc. */
export function startedBy(pid: number): readonly number[] {
  return childrenOf(pid, threadsOf(pid)).flatMap((child) => [child, ...startedBy(child)]);
}

/** The children of some threads of a process: each thread has its own (proc(5)). */
function childrenOf(pid: number, threads: readonly string[]): readonly number[] {
  return threads.flatMap((thread) =>
    textOf(`/proc/${String(pid)}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

const threadsOf = (pid: number): readonly string[] => namesIn(`/proc/${String(pid)}/task`);

/** The text of a file in /proc; empty if it cannot be read, as of a process that ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
