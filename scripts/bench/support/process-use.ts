/** The load of a window's processes on the computer, from `/proc`. */
import { readdirSync } from 'node:fs';
import { processTree } from '../../../lab/processes.ts';
import { readText } from '../../lib/files.ts';

/** A wake-up: a thread had given its core away by itself, and runs again. */
export type Use = Readonly<{ cpuMs: number; wakeUps: number }>;

const KILOBYTES = 1024;
const NO_USE: Use = { cpuMs: 0, wakeUps: 0 };

/** Waits; by default long enough for late starts and the first garbage collection. */
export const pause = (ms = 2_500): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The use of all processes in a time, per second. The last moments of threads that end in it are
 * not seen.
 */
export async function useWithin(root: number, ms: number): Promise<Use> {
  const begunAt = performance.now();
  const before = threadsOf(root);
  await pause(ms);
  const after = threadsOf(root);
  const seconds = (performance.now() - begunAt) / 1000;

  const sum = { cpuMs: 0, wakeUps: 0 };
  for (const [id, use] of after) {
    const old = before.get(id) ?? NO_USE;
    sum.cpuMs += (use.cpuMs - old.cpuMs) / seconds;
    sum.wakeUps += (use.wakeUps - old.wakeUps) / seconds;
  }
  return sum;
}

/**
 * The processor time of all processes until now, in milliseconds. Threads that have ended are not
 * seen.
 */
export const cpuMsOf = (root: number): number =>
  [...threadsOf(root).values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/**
 * The memory of all processes; shared pages are divided among the processes that share them (PSS).
 * Root's right.
 */
export const megabytesOf = (root: number): number =>
  processTree(root).reduce((sum, { pid }) => {
    const folder = `/proc/${String(pid)}`;
    const found = /^Pss:\s+(\d+) kB$/m.exec(textOf(`${folder}/smaps_rollup`))?.[1];
    const hasEnded = statWords(textOf(`${folder}/stat`))[0]?.replace('Z', '') === '';
    if (found === undefined && !hasEnded) throw new Error(`process ${String(pid)} tells no PSS`);
    return sum + Number(found ?? 0) / KILOBYTES;
  }, 0);

const threadsOf = (root: number): ReadonlyMap<string, Use> =>
  new Map(
    processTree(root).flatMap(({ pid }) => {
      const folder = `/proc/${String(pid)}/task`;
      return namesIn(folder).map((id) => [id, useOf(`${folder}/${id}`)] as const);
    }),
  );

function useOf(folder: string): Use {
  // Nanoseconds on a core are the first word.
  const cpuMs = Number(textOf(`${folder}/schedstat`).split(' ')[0]) / 1e6;
  const wakeUps = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(textOf(`${folder}/status`))?.[1];
  return { cpuMs, wakeUps: Number(wakeUps ?? 0) };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty where the process or thread has ended. */
export const textOf = (file: string): string => readText(file) ?? '';

/** The words of `/proc/PID/stat` behind the name, which may contain anything: the state first. */
export const statWords = (text: string): readonly string[] =>
  text.slice(text.lastIndexOf(')') + 2).split(' ');
