import { readFileSync } from 'node:fs';
import { namesIn } from '../../files/names-in.ts';

/**
 * Process ids of Chromium's helpers, zygotes included, parents first. They run the same executable with `--type`,
 * unlike a browser that Gatehouse opened. Empty without /proc.
 */
export function helpersOf(
  pid: number,
  executable: string,
  threads = threadsOf(pid),
): readonly number[] {
  return childrenOf(pid, threads).flatMap((child) => {
    // In a forked process, Chromium rewrites the command line with spaces instead of NUL characters.
    const words = textOf(`/proc/${String(child)}/cmdline`);
    const [type] = /(?<=[\0 ]--type=)[\w-]+/.exec(words) ?? [];
    if (
      type === undefined ||
      ![executable, '/proc/self/exe'].some((file) => words.startsWith(file))
    )
      return [];
    // Zygotes have a single thread. Other helpers have no children.
    return type === 'zygote' ? [child, ...helpersOf(child, executable, [String(child)])] : [child];
  });
}

/** All descendants. */
export function startedBy(pid: number): readonly number[] {
  return childrenOf(pid, threadsOf(pid)).flatMap((child) => [child, ...startedBy(child)]);
}

/** Each thread has its own children (proc(5)). */
function childrenOf(pid: number, threads: readonly string[]): readonly number[] {
  return threads.flatMap((thread) =>
    textOf(`/proc/${String(pid)}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

const threadsOf = (pid: number): readonly string[] => namesIn(`/proc/${String(pid)}/task`);

/** Empty for an ended process. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
