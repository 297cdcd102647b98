/** The load of a window's processes on the computer, from `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';
import { processTree } from '../../../tests/e2e/support/processes.ts';
import { readText } from '../../lib/stamp.mjs';

export const PROCESS_KINDS = ['main', 'renderer', 'GPU', 'network', 'other'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** A wake-up: a thread had given its core away by itself, and runs again. A preemption is the scheduler's own act. */
export type Use = Readonly<{ cpuMs: number; wakeUps: number; preemptions: number }>;
export type UseByKind = Readonly<Record<ProcessKind, Use>>;

type Thread = Readonly<{ kind: ProcessKind; use: Use }>;

/** Of one core, in a second. */
export const MS_PER_PERCENT = 10;
const KILOBYTES = 1024;
const NO_USE: Use = { cpuMs: 0, wakeUps: 0, preemptions: 0 };

/** Without a time of its own: long enough for late starts and the first garbage collection. */
export const settled = (ms = 2_500): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** The use in a time, per second. The last moments of threads that end in it are not seen. */
export async function useWithin(root: number, ms: number): Promise<UseByKind> {
  const begunAt = performance.now();
  const before = threadsOf(root);
  await settled(ms);
  const after = threadsOf(root);
  const seconds = (performance.now() - begunAt) / 1000;
  const sum = Object.fromEntries(PROCESS_KINDS.map((kind) => [kind, NO_USE])) as Record<
    ProcessKind,
    Use
  >;
  for (const [id, { kind, use }] of after) {
    const [so, old] = [sum[kind], before.get(id)?.use ?? NO_USE];
    const added = (of: keyof Use): number => so[of] + (use[of] - old[of]) / seconds;
    sum[kind] = {
      cpuMs: added('cpuMs'),
      wakeUps: added('wakeUps'),
      preemptions: added('preemptions'),
    };
  }
  return sum;
}

/** The memory of all processes; shared pages are divided among the processes that share them (PSS). Root's right. */
export const megabytesOf = (root: number): number =>
  processTree(root).reduce((sum, { pid }) => {
    const found = /^Pss:\s+(\d+) kB$/m.exec(
      readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'),
    )?.[1];
    if (found === undefined) throw new Error(`process ${String(pid)} tells no PSS`);
    return sum + Number(found) / KILOBYTES;
  }, 0);

/** How many files, sockets and other handles all processes hold open. */
export const handlesOf = (root: number): number =>
  processTree(root).reduce((sum, { pid }) => sum + namesIn(`/proc/${String(pid)}/fd`).length, 0);

const threadsOf = (root: number): ReadonlyMap<string, Thread> =>
  new Map(
    processTree(root).flatMap(({ pid, command }) => {
      const kind = pid === root ? 'main' : kindOf(command.join(' '));
      const folder = `/proc/${String(pid)}/task`;
      return namesIn(folder).map((id) => [id, { kind, use: useOf(`${folder}/${id}`) }] as const);
    }),
  );

function kindOf(command: string): ProcessKind {
  const type = /--type=(\S+)/.exec(command)?.[1];
  if (type === 'renderer') return 'renderer';
  if (type === 'gpu-process') return 'GPU';
  return command.includes('network.mojom') ? 'network' : 'other';
}

function useOf(folder: string): Use {
  // Nanoseconds on a core are the first word.
  const cpuMs = Number(textOf(`${folder}/schedstat`).split(' ')[0]) / 1e6;
  const status = textOf(`${folder}/status`);
  const count = (name: string): number =>
    Number(new RegExp(`^${name}_ctxt_switches:\\s+(\\d+)$`, 'm').exec(status)?.[1] ?? 0);
  return { cpuMs, wakeUps: count('voluntary'), preemptions: count('nonvoluntary') };
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
