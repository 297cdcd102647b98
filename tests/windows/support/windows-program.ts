import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';
import { WinePrefix } from './prefix.ts';

export type WindowsStart = Readonly<{
  /** Standard input, to its end; null keeps it open, undefined is `NUL`. */
  input?: string | Buffer | null;
  /** Descriptors from 3 on that are pipes, in the form of the C runtime, to read the program's output there. */
  listenTo?: readonly number[];
  /** Beside the environment of the prefix; null takes a variable away. */
  env?: Readonly<Record<string, string | null>>;
  /** A Windows path. */
  cwd?: string;
  /** The words are joined by blanks as they are: for a command line byte for byte. */
  verbatim?: boolean;
}>;

/** Result of a Windows program: its whole exit code and all its output. */
export type WindowsEnded = Readonly<{
  code: number;
  stdout: Buffer;
  stderr: string;
  /** Output on each descriptor of `listenTo`. */
  heard: ReadonlyMap<number, string>;
}>;

type Message = Readonly<{
  id: number;
  pid?: number;
  stream?: number;
  data?: string;
  failed?: string;
  code?: number | null;
}>;

const LIMIT_MS = 90_000;

/** Why no Windows program can be started here; empty where one can. */
export const skipped = ((): string => {
  const run = inject('windows');
  return run.available ? '' : run.reason;
})();

/** The run of this test; throws without one. For tests that are skipped then. */
export function windowsRun(): Readonly<{
  prefix: WinePrefix;
  dist: string;
  actor: string;
  host: Readonly<{ port: number; password: string }>;
}> {
  const run = inject('windows');
  if (!run.available) throw new Error(run.reason);
  return { ...run, prefix: new WinePrefix(run.prefix) };
}

/** The connection to the host of this file's tests (`host.cjs`). */
class Host {
  static #current: Host | null = null;
  readonly #socket: Socket;
  readonly #listeners = new Map<number, (message: Message) => void>();
  #next = 1;
  #gone: Error | null = null;

  static get(): Host {
    return (Host.#current ??= new Host());
  }

  private constructor() {
    const { port, password } = windowsRun().host;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.write(`${password}\n`);
    let text = '';
    this.#socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const message = JSON.parse(line) as Message;
        this.#listeners.get(message.id)?.(message);
      }
    });
    const gone = (): void => {
      const last = readFileSync(join(windowsRun().prefix.folder, 'host.txt'), 'utf8');
      this.#gone = new Error(`the host in Wine is gone; its last words: ${last.slice(-2000)}`);
      for (const [id, listener] of this.#listeners) listener({ id, failed: this.#gone.message });
    };
    this.#socket.on('error', gone);
    this.#socket.on('close', gone);
    // It must not keep a worker of vitest alive.
    this.#socket.unref();
  }

  start(order: Readonly<Record<string, unknown>>, listener: (message: Message) => void): number {
    const id = (this.#next += 1);
    this.#listeners.set(id, listener);
    this.tell({ what: 'start', id, ...order });
    if (this.#gone !== null) listener({ id, failed: this.#gone.message });
    return id;
  }

  tell(order: Readonly<Record<string, unknown>>): void {
    this.#socket.write(`${JSON.stringify(order)}\n`);
  }
}

/** A Windows program on real Windows pipes, without a console; ended when it does not end by itself. */
export class WindowsProgram {
  readonly ended: Promise<WindowsEnded>;
  readonly #id: number;
  readonly #chunks = new Map<number, Buffer[]>();
  #pid = 0;

  /** @param words a Windows path of the program, and its arguments */
  constructor([file, ...words]: readonly [string, ...string[]], options: WindowsStart = {}) {
    const { input, listenTo = [], env = {}, cwd = null, verbatim = false } = options;
    const streams = Array.from({ length: Math.max(2, ...listenTo) + 1 }, (_unused, number) => {
      if (number === 0) return input === undefined ? 'ignore' : 'pipe';
      return number < 3 || listenTo.includes(number) ? 'pipe' : 'ignore';
    });
    const host = Host.get();
    let resolve: (ended: WindowsEnded) => void = () => undefined;
    let reject: (error: Error) => void = () => undefined;
    this.ended = new Promise((onEnd, onFailure) => {
      resolve = onEnd;
      reject = onFailure;
    });
    // Only an awaiting test gets the rejection.
    this.ended.catch(() => undefined);
    const limit = setTimeout(() => {
      const running = windowsRun().prefix.states();
      this.kill();
      const about = `${[file, ...words].join(' ')} did not end in ${String(LIMIT_MS)} ms`;
      reject(new Error(`${about}:\n${this.said()}\nin Wine:\n${running.join('\n')}`));
    }, LIMIT_MS);
    this.#id = host.start({ file, words, env, cwd, streams, verbatim }, (message) => {
      if (message.pid !== undefined) this.#pid = message.pid;
      if (message.stream !== undefined) {
        const chunks = this.#chunks.get(message.stream) ?? [];
        chunks.push(Buffer.from(message.data ?? '', 'base64'));
        this.#chunks.set(message.stream, chunks);
      }
      if (message.failed !== undefined) {
        clearTimeout(limit);
        reject(new Error(`${file}: ${message.failed}\n${this.said()}`));
      }
      if (message.code !== undefined) {
        clearTimeout(limit);
        const heard = new Map(listenTo.map((number) => [number, this.said(number)]));
        const stdout = Buffer.concat(this.#chunks.get(1) ?? []);
        resolve({ code: message.code ?? -1, stdout, stderr: this.said(), heard });
      }
    });
    if (input !== undefined && input !== null) {
      this.write(input);
      this.end();
    }
  }

  /** Its process id, as Windows numbers it; 0 until it has one. */
  get pid(): number {
    return this.#pid;
  }

  /** Output so far on standard error, or on another descriptor. */
  said(stream = 2): string {
    return Buffer.concat(this.#chunks.get(stream) ?? []).toString('utf8');
  }

  write(data: string | Buffer, stream = 0): void {
    Host.get().tell({ what: 'write', id: this.#id, stream, data: Buffer.from(data).toString('base64') });
  }

  /** Closes standard input, or another stream. */
  end(stream = 0): void {
    Host.get().tell({ what: 'close', id: this.#id, stream });
  }

  /** Ends it as the task manager does. */
  kill(): void {
    Host.get().tell({ what: 'kill', id: this.#id });
  }
}

/** Starts a Windows program and waits for its end. */
export const runWindows = (
  words: readonly [string, ...string[]],
  options?: WindowsStart,
): Promise<WindowsEnded> => new WindowsProgram(words, options).ended;
