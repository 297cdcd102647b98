import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export type StartOptions = Readonly<{
  /** Standard input, to its end; null keeps it open, undefined is `/dev/null`. */
  input?: string | Buffer | null;
  /** Descriptors from 3 on that are pipes, to read the program's output there. */
  listenTo?: readonly number[];
  /**
   * Any other standard streams and descriptors, in their order; `input` and `listenTo` do not count
   * then.
   */
  stdio?: StdioOptions;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Time limit, after which the program is killed; a minute by default. */
  limitMs?: number;
}>;

/** Result of a program: its exit and all its output. */
export type Ended = Readonly<{
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: string;
  /** Output on each descriptor of `listenTo`. */
  heard: ReadonlyMap<number, string>;
}>;

const LIMIT_MS = 60_000;

/** A program in a session of its own, without a terminal; killed when it does not end. */
export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly #chunks = new Map<number, Buffer[]>();

  constructor([command, ...args]: readonly [string, ...string[]], options: StartOptions = {}) {
    const { input, listenTo = [], stdio, env = {}, cwd, limitMs = LIMIT_MS } = options;
    const highest = Math.max(2, ...listenTo);
    const streams = Array.from({ length: highest + 1 }, (_unused, number) => {
      if (number === 0) return input === undefined ? 'ignore' : 'pipe';
      // One that is not named stays closed in the program: `ignore` would open `/dev/null` for it
      // below 3 only.
      return number < 3 || listenTo.includes(number) ? 'pipe' : 'ignore';
    });
    this.child = spawn(command, args, {
      stdio: stdio ?? streams,
      env: { ...process.env, ...env },
      detached: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    if (input !== undefined && input !== null) {
      this.child.stdin?.on('error', () => undefined);
      this.child.stdin?.end(input);
    }
    for (const number of [1, 2, ...listenTo]) this.#listen(number);
    this.ended = this.#end(limitMs);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get stdin(): Writable | null {
    return this.child.stdin;
  }

  /** Output so far on standard error, or on another descriptor. */
  said(number = 2): string {
    return Buffer.concat(this.#chunks.get(number) ?? []).toString('utf8');
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  #listen(number: number): void {
    const stream = this.child.stdio[number] as Readable | null | undefined;
    const chunks: Buffer[] = [];
    this.#chunks.set(number, chunks);
    stream?.on('error', () => undefined);
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  }

  #end(limitMs: number): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        try {
          process.kill(-this.pid, 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
        reject(new Error(`it did not end in ${limitMs} ms:\n${this.said()}`));
      }, limitMs);
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => {
        clearTimeout(limit);
        const heard = new Map(
          [...this.#chunks.keys()].map((number) => [number, this.said(number)]),
        );
        resolve({
          code,
          signal,
          stdout: Buffer.concat(this.#chunks.get(1) ?? []),
          stderr: this.said(),
          heard,
        });
      });
    });
  }
}

/** Starts a program and waits for its end. */
export function run(
  command: readonly [string, ...string[]],
  options: StartOptions = {},
): Promise<Ended> {
  return new Program(command, options).ended;
}
