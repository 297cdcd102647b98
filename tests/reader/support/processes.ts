import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { eventually } from '../../support/eventually.ts';
import { asSandboxUser } from '../../../lab/electron-runtime.ts';

/** The environment of a session's processes, by which they are found again. */
export type SessionEnv = Readonly<Record<string, string>>;

/** The processes of one session: started as Electron's user, and ended together. */
export type Processes = Readonly<{
  /** The environment that the next process gets; a line of it may be set once it is known. */
  env: Record<string, string>;
  start: (command: readonly [string, ...string[]]) => Started;
  /** The ids of Electron's processes. */
  electron: () => readonly number[];
  /**
   * Ends every process that has this session's folder in its environment, including indirectly
   * started ones.
   */
  end: () => Promise<void>;
}>;

/** A started process, and its output so far. */
export type Started = Readonly<{ child: ChildProcess; output: () => string }>;

const END_MS = 30_000;

/** @param folder the session's own: its path marks the session's processes */
export function createProcesses(folder: string, env: SessionEnv): Processes {
  const own: Record<string, string> = { ...env, GATEHOUSE_READER_SESSION: folder };
  const groups: number[] = [];
  return {
    env: own,
    start: (command) => {
      const started = start(command, own);
      if (started.child.pid !== undefined) groups.push(started.child.pid);
      return started;
    },
    electron: () =>
      processesOf(folder).filter((pid) => read(`/proc/${pid}/comm`).trim() === 'electron'),
    // Kill them: they have no data to save, and Orca takes five seconds to end by itself.
    end: async () => {
      for (const group of groups) endProcess(-group);
      await eventually(
        'the end of all processes of the session',
        () => {
          const left = processesOf(folder);
          for (const pid of left) endProcess(pid);
          return left.length === 0;
        },
        END_MS,
      );
    },
  };
}

function start(command: readonly [string, ...string[]], env: SessionEnv): Started {
  // By the kernel with this process, however that ends: after the change of user, which would undo
  // it.
  const [program, ...args] = asSandboxUser(['setpriv', '--pdeathsig', 'TERM', ...command]);
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.on('error', (error) => (output += error.message));
  return { child, output: () => output };
}

/** The ids of all processes with this session's mark, ended ones left out. */
export function processesOf(folder: string): readonly number[] {
  const mark = `GATEHOUSE_READER_SESSION=${folder}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(mark));
}

function read(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return '';
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
