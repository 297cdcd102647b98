/** An Electron that is measured: the login window or the bare app, with the same switches. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { killGroup, watchGroup } from './children.ts';
import { noteHelpers } from './other-work.ts';

const ANSWER_MS = 30_000;
const END_MS = 10_000;

/** One character, or `Backspace`; and the wait before the next one. */
export type Press = Readonly<{ key: string; thenMs: number }>;

/** `profile`: Electron's profile folder, reused from run to run like a person's. */
export type App = Readonly<{ folder: string; args: readonly string[]; profile: string }>;

/** The times of the page, and those of the spawn and the window. */
export type Ready = Readonly<
  Record<'startedAt' | 'windowAt' | 'shownAt' | 'paintedAt' | 'readyAt', number>
>;

const bench = resolve(import.meta.dirname, '..');
/** The build for packages (scripts/build/build-product.ts). */
export const PACKED = resolve(bench, '..', '..', 'out', 'package');

/** Copies that Electron's user can read. */
const copies = new Map<string, string>();
function readable(file: string): string {
  const copy = copies.get(file) ?? prepareForSandboxUser(file);
  copies.set(file, copy);
  return copy;
}

export const profileFolder = (): string => makeSandboxFolder('profile-');

const appIn = (folder: string, args: readonly string[]): App => ({
  folder: readable(folder),
  args,
  profile: profileFolder(),
});

export const bareApp = (...args: readonly ['window'] | readonly ['exit', string]): App =>
  appIn(join(bench, 'bare'), args);

/** The program as it is packed: minified. */
export const loginWindow = (config: string): App => appIn(PACKED, ['--config', config]);

export class ElectronProcess {
  readonly startedAt: number;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<unknown>;
  readonly #lines: AsyncIterator<string>;
  #stderr = '';

  constructor({ folder, args, profile }: App, isHooked: boolean) {
    const hook = isHooked ? ['-r', readable(join(bench, 'hook.cjs'))] : [];
    const words = [...hook, '--log-level=3', `--user-data-dir=${profile}`, folder, '--', ...args];
    this.startedAt = Date.now();
    this.#child = spawn(requireElectron().executable, words, { detached: true });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((done) => this.#child.on('error', done).on('close', done));
    watchGroup(this.pid, this.#ended);
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** The next line that it reports. */
  async nextReport(): Promise<unknown> {
    const next = await Promise.race([this.#lines.next(), wait(ANSWER_MS, null, { ref: false })]);
    if (next !== null && next.done !== true) return JSON.parse(next.value) as unknown;
    const what = next === null ? `was silent for ${ANSWER_MS} ms` : 'ended';
    throw new Error(`Electron ${what}:\n${this.#stderr.trim()}`);
  }

  /** Waits until its field can be typed into. */
  async ready(): Promise<Ready> {
    const report = await this.nextReport();
    return { ...(report as Ready), ...(valueOf(report) as Ready), startedAt: this.startedAt };
  }

  /** Runs a script in the page. */
  async inPage(script: string): Promise<unknown> {
    return this.#ask({ script });
  }

  /** Runs the body of a function of `electron` and `window` in the main process. */
  async inMain(main: string): Promise<unknown> {
    return this.#ask({ main });
  }

  /**
   * Presses keys in the page while Chromium traces.
   *
   * @returns the file of the trace, in JSON; the caller removes it
   */
  async press(presses: readonly Press[], categories: readonly string[]): Promise<string> {
    return (await this.#ask({ presses, categories })) as string;
  }

  async #ask(what: unknown): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(what)}\n`);
    return valueOf(await this.nextReport());
  }

  /** Ends it, unless it has ended by itself. */
  async end(): Promise<void> {
    const credit = noteHelpers();
    this.#child.kill('SIGTERM');
    const limit = setTimeout(killGroup, END_MS, this.pid);
    await this.#ended;
    clearTimeout(limit);
    credit();
  }
}

/** Starts an Electron, works with it, and ends it. */
export async function withElectron<Value>(
  app: App,
  work: (electron: ElectronProcess) => Promise<Value>,
  isHooked = false,
): Promise<Value> {
  const electron = new ElectronProcess(app, isHooked);
  try {
    return await work(electron);
  } finally {
    await electron.end();
  }
}

/** The same with a window, once its field can be typed into. */
export const withWindow = <Value>(
  app: App,
  work: (window: ElectronProcess, ready: Ready) => Promise<Value>,
): Promise<Value> => withElectron(app, async (window) => work(window, await window.ready()), true);

/** The result of a script in the page, or of keys. */
function valueOf(told: unknown): unknown {
  const answer = told as Readonly<{ value?: unknown; error?: string }>;
  if (answer.error !== undefined) throw new Error(`in the window: ${answer.error}`);
  return answer.value;
}
