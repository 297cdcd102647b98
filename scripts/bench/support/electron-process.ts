/** An Electron that is measured: the login window or the bare app, with the same switches. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../tests/lab/electron-runtime.ts';
import { killGroup, watchGroup } from './children.ts';
import { creditingOrphans } from './other-work.ts';
import { wallClock } from './wall-clock.ts';

const ANSWER_MS = 30_000;
const END_MS = 10_000;

/** One character, or `Backspace`; and the wait before the next one. */
export type Press = Readonly<{ key: string; thenMs: number }>;

export type App = Readonly<{ folder: string; args: readonly string[] }>;

const bench = resolve(import.meta.dirname, '..');
/** The build for packages (scripts/setup/build.mjs). */
export const PACKED = resolve(bench, '..', '..', 'out', 'package');
let bareFolder: string | undefined;
let packedFolder: string | undefined;
let hook: string | undefined;

/** The bare app, in a folder that Electron's user can read. */
export const bareApp = (...args: readonly ['window'] | readonly ['exit', string]): App => ({
  folder: (bareFolder ??= prepareForSandboxUser(join(bench, 'bare'))),
  args,
});

/** The program as it is packed: minified. */
export const loginWindow = (config: string): App => ({
  folder: (packedFolder ??= prepareForSandboxUser(PACKED)),
  args: ['--config', config],
});

/** Electron's profile folder, reused from run to run like a person's. */
export const profileFolder = (): string => makeSandboxFolder('profile-');

/** A script for the page: chooses a method through the bridge, and waits for a condition (of JavaScript). */
export const choosing = (method: string, condition: string): string => `(async () => {
  const { login } = self.gatehouse;
  const until = Date.now() + 10_000;
  const come = async (isThere) => {
    while (!(await isThere())) {
      if (Date.now() > until) throw new Error('not there: ' + isThere);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const screen = async () => {
    const answer = await login.getView({});
    return answer.ok ? answer.value.view.screen : null;
  };
  await login.submitUsername({ username: 'alice' });
  await come(async () => (await screen()) === 'methods');
  await login.chooseMethod({ method: '${method}' });
  await come(async () => ${condition});
})()`;

export class ElectronProcess {
  readonly startedAt: number;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  readonly #lines: AsyncIterator<string>;
  #hasEnded = false;
  #stderr = '';

  constructor({ folder, args }: App, profile: string, { hooked = true } = {}) {
    const switches = ['--log-level=3', `--user-data-dir=${profile}`];
    hook ??= prepareForSandboxUser(join(bench, 'hook.cjs'));
    const first = hooked ? ['-r', hook] : [];
    const now = wallClock();
    this.startedAt = now();
    this.#child = spawn(requireElectron().executable, [...first, ...switches, folder, '--', ...args], {
      detached: true,
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((done) => {
      const end = (): void => {
        this.#hasEnded = true;
        done();
      };
      this.#child.on('error', end);
      this.#child.on('close', end);
    });
    watchGroup(this.pid, this.#ended);
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** The next line that it reports. */
  async nextReport(): Promise<unknown> {
    const next = await Promise.race([this.#lines.next(), wait(ANSWER_MS, null, { ref: false })]);
    if (next === null || next.done === true) {
      const what = next === null ? `was silent for ${ANSWER_MS} ms` : 'ended';
      throw new Error(`Electron ${what}:\n${this.#stderr.trim()}`);
    }
    return JSON.parse(next.value) as unknown;
  }

  /** Waits until its field can be typed into. @returns the times of its page, and those that the window was made and shown */
  async ready(): Promise<Readonly<Record<'windowAt' | 'shownAt' | 'paintedAt' | 'readyAt', number>>> {
    const report = (await this.nextReport()) as Readonly<{ windowAt: number; shownAt: number }>;
    return { ...report, ...(valueOf(report) as Readonly<{ paintedAt: number; readyAt: number }>) };
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
   * Presses keys in the page, one after the other, while Chromium traces.
   *
   * @param categories the trace's
   * @returns the file of the trace, in Chromium's JSON format; the caller removes it
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
    await creditingOrphans(this.pid, async () => {
      if (!this.#hasEnded) this.#child.kill('SIGTERM');
      const limit = setTimeout(killGroup, END_MS, this.pid);
      await this.#ended;
      clearTimeout(limit);
    });
  }
}

/** Starts an Electron, works with it, and ends it. */
export async function withElectron<Value>(
  app: App,
  profile: string,
  work: (electron: ElectronProcess) => Promise<Value>,
  options?: { hooked?: boolean },
): Promise<Value> {
  const electron = new ElectronProcess(app, profile, options);
  try {
    return await work(electron);
  } finally {
    await electron.end();
  }
}

/** The result of a script in the page, or of keys. */
function valueOf(told: unknown): unknown {
  const answer = told as Readonly<{ value?: unknown; error?: string }>;
  if (answer.error !== undefined) throw new Error(`in the window: ${answer.error}`);
  return answer.value;
}
