import { readdirSync, readFileSync } from 'node:fs';

/** The state behind the name, by a signal or by a debugger (proc(5)). */
const STOPPED = /\) [Tt] /;

/**
 * The stopped helper processes of a Chromium program on Linux, zygotes included: its descendants that run the same file
 * with a `--type`. A browser that it opened runs another. The other helpers end as soon as their program has.
 *
 * @param pid of the program's main process
 * @param executable the program's file, as its processes name it
 * @returns their process ids, parents first; none where the system has no /proc
 */
export function stoppedHelpersOf(pid: number, executable: string): readonly number[] {
  return stoppedBelow(pid, threadsOf(pid), executable);
}

function stoppedBelow(pid: number, threads: readonly string[], executable: string): readonly number[] {
  return childrenOf(pid, threads).flatMap((child) => {
    // Chromium names a process that it forked anew, with blanks between the words.
    const words = textOf(`/proc/${String(child)}/cmdline`);
    const [type] = /(?<=[\0 ]--type=)[\w-]+/.exec(words) ?? [];
    if (type === undefined || ![executable, '/proc/self/exe'].some((file) => words.startsWith(file)))
      return [];
    const stopped = STOPPED.test(textOf(`/proc/${String(child)}/stat`)) ? [child] : [];
    // Zygotes alone have children, and one thread.
    return type === 'zygote' ? [...stopped, ...stoppedBelow(child, [String(child)], executable)] : stopped;
  });
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

/** Empty for a process that has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
