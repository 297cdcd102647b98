import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';
import { WinePrefix } from './prefix.ts';

export type WindowsStart = Readonly<{
  /** The whole standard input. Null: an open pipe for `write` and `end`. Undefined: `NUL`. */
  input?: string | Buffer | null;
  /**
   * Descriptors from 3 upwards to open as pipes for output. The program inherits them as the C
   * runtime passes them.
   */
  listenTo?: readonly number[];
  /** Variables to add to the environment of the Wine prefix; null removes a variable. */
  env?: Readonly<Record<string, string | null>>;
  /** A Windows path. */
  cwd?: string;
  /** Joins the arguments with spaces and without quoting, to give an exact command line. */
  verbatim?: boolean;
}>;

/** Result of a Windows program: the 32-bit exit code and all output. */
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

/**
 * Reason for skipping tests: no Windows program can start here. Empty if Windows programs can
 * start.
 */
export const skipped = ((): string => {
  const run = inject('windows');
  return run.available ? '' : run.reason;
})();

/**
 * Wine prefix and programs of this test run. Call it only in tests that `skipped` guards: it throws
 * without them.
 */
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

/** Connection of one test file to the host (`host.cjs`), which starts the Windows programs. */
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

/** A Windows program on real Windows pipes, without a console. Killed after `LIMIT_MS`. */
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
    // Prevent an unhandled rejection in a test that does not await `ended`.
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

  /** Windows process id; 0 until the program has started. */
  get pid(): number {
    return this.#pid;
  }

  /** Output so far on standard error, or on another descriptor. */
  said(stream = 2): string {
    return Buffer.concat(this.#chunks.get(stream) ?? []).toString('utf8');
  }

  write(data: string | Buffer, stream = 0): void {
    Host.get().tell({
      what: 'write',
      id: this.#id,
      stream,
      data: Buffer.from(data).toString('base64'),
    });
  }

  /** Closes standard input, or another stream. */
  end(stream = 0): void {
    Host.get().tell({ what: 'close', id: this.#id, stream });
  }

  /** Kills the program, as the Task Manager does. */
  kill(): void {
    Host.get().tell({ what: 'kill', id: this.#id });
  }
}

/** Starts a Windows program and waits for its end. */
export const runWindows = (
  words: readonly [string, ...string[]],
  options?: WindowsStart,
): Promise<WindowsEnded> => new WindowsProgram(words, options).ended;
