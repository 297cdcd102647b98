import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process as `/proc` shows it. */
export type ProcessFacts = Readonly<{
  pid: number;
  parent: number;
  command: readonly string[];
  uid: number;
  /** 2: a filter of system calls is in force. */
  seccomp: number;
  noNewPrivileges: number;
  /** The mask of effective capabilities; 0n means no capability. */
  capabilities: bigint;
  userNamespace: string;
  /** Which memory a core dump holds; empty for a process without memory: it has ended meanwhile. */
  coreDumpFilter: string;
}>;

/** Whether `/proc` can be asked here. */
export const hasProc = process.platform === 'linux';

/** A process and everything below it. */
export function processTree(root: number): readonly ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => factsOf(Number(name)) ?? []);
  const found = new Set([root]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** The command of a process; empty once it has ended. */
export function commandOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return text === '' ? [] : text.split('\0');
  } catch {
    return [];
  }
}

function factsOf(pid: number): ProcessFacts | null {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const field = (name: string): string =>
      new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return {
      pid,
      parent: Number(field('PPid')),
      command: readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0'),
      uid: Number(field('Uid')),
      seccomp: Number(field('Seccomp')),
      noNewPrivileges: Number(field('NoNewPrivs')),
      capabilities: BigInt(`0x${field('CapEff') || '0'}`),
      userNamespace: readlinkSync(`/proc/${String(pid)}/ns/user`),
      coreDumpFilter: readFileSync(`/proc/${String(pid)}/coredump_filter`, 'utf8').trim(),
    };
  } catch {
    // Ended meanwhile.
    return null;
  }
}
