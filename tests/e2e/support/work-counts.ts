import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';

/** The work of one step of a login. */
export type Work = Readonly<{
  /** Channels that the page called, in order. */
  calls: string;
  /** Messages of main to the page. */
  events: number;
  /** Commits of React. */
  commits: number;
}>;

/** As Node has it. */
type NodeTimer = Readonly<{ _destroyed: boolean; _idleTimeout: number }>;
type InMain = { calls: string[]; held: (() => void)[]; timers: NodeTimer[] };
type InPage = { commits: number; wakeUps: number; pass: (ms: number) => Promise<void> };
type Waited = Pick<InPage, 'wakeUps' | 'commits'>;
type Counted<Side> = typeof globalThis & { counted: Side };

/** In main, before the program: counts on `globalThis`, and holds main's messages to the page. */
const HOOK = `const { app, ipcMain } = require('electron');
const counted = (globalThis.counted = { calls: [], held: [], timers: [] });
const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, answer) =>
  handle(channel, (...given) => {
    counted.calls.push(channel);
    return answer(...given);
  });
app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents);
  contents.send = (...given) => counted.held.push(() => send(...given));
});
const setTimer = global.setTimeout;
global.setTimeout = Object.defineProperties((...given) => {
  const timer = setTimer(...given);
  counted.timers.push(timer);
  return timer;
}, Object.getOwnPropertyDescriptors(setTimer));
`;

/** Switches of Electron with which the program is counted. */
export function countingSwitches(): readonly string[] {
  const hook = join(makeSandboxFolder('hook-'), 'hook.cjs');
  writeFileSync(hook, HOOK);
  return ['-r', prepareForSandboxUser(hook)];
}

/** Counts the work of a window, whose page begins again with a clock that stands. */
export class WorkCounts {
  readonly #app: ElectronApplication;
  readonly #window: Page;

  private constructor(app: ElectronApplication, window: Page) {
    this.#app = app;
    this.#window = window;
  }

  static async begin(app: ElectronApplication, window: Page): Promise<WorkCounts> {
    const counts = new WorkCounts(app, window);
    const calls = (): Promise<readonly string[]> =>
      app.evaluate(() => (globalThis as Counted<InMain>).counted.calls);
    await expect.poll(calls, 'the last call of the first page').toContain('app:report-drawn');
    await counts.#calls();
    await window.addInitScript(countInPage);
    await window.reload();
    return counts;
  }

  /**
   * The work since the last call. The page gets the expected messages of main, one after the other, and half a second.
   * Waits for the expected commits: scripts may still be on their way.
   */
  async step({ events, commits }: Work): Promise<Work> {
    await this.#pass(0);
    await expect.poll(() => this.#app.evaluate(heldMessages), 'messages of main').toBe(events);
    for (let sent = 0; sent < events; sent += 1) {
      await this.#app.evaluate(() => (globalThis as Counted<InMain>).counted.held.shift()?.());
      await this.#pass(0);
    }
    await this.#pass(500);
    await expect.poll(() => this.#commits(), 'commits of React').toBeGreaterThanOrEqual(commits);
    await this.#pass(0);
    return { calls: await this.#calls(), events, commits: (await this.#inPage()).commits };
  }

  /** The timers of the page that run in ten seconds in which main sends no message, and the commits after them. */
  async tenSeconds(): Promise<Waited> {
    await this.#inPage();
    await this.#pass(10_000);
    return this.#inPage();
  }

  /** The delays of main's timers in milliseconds; -1 for one that Node alone knows. */
  async timers(): Promise<readonly number[]> {
    return this.#app.evaluate(() => {
      const { timers } = (globalThis as Counted<InMain>).counted;
      const delays = timers
        .filter(({ _destroyed }) => !_destroyed)
        .map(({ _idleTimeout }) => _idleTimeout);
      const all = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
      const others = Array<number>(Math.max(0, all - delays.length)).fill(-1);
      return [...delays.sort((one, other) => one - other), ...others];
    });
  }

  async #commits(): Promise<number> {
    return this.#window.evaluate(() => (globalThis as Counted<InPage>).counted.commits);
  }

  async #pass(ms: number): Promise<void> {
    await this.#window.evaluate(
      (passing) => (globalThis as Counted<InPage>).counted.pass(passing),
      ms,
    );
  }

  /** The calls since the last one. */
  async #calls(): Promise<string> {
    return this.#app.evaluate(() =>
      (globalThis as Counted<InMain>).counted.calls.splice(0).join(' '),
    );
  }

  /** The counts since the last ones. */
  async #inPage(): Promise<Waited> {
    return this.#window.evaluate(() => {
      const { counted } = globalThis as Counted<InPage>;
      const { wakeUps, commits } = counted;
      Object.assign(counted, { wakeUps: 0, commits: 0 });
      return { wakeUps, commits };
    });
  }
}

const heldMessages = (): number => (globalThis as Counted<InMain>).counted.held.length;

/**
 * In the page, before its scripts: counts commits, which React tells the hook of its developer tools in every build, and
 * replaces the clock by one that stands until `pass`. React renders between its moments.
 */
function countInPage(): void {
  type Act = (...given: unknown[]) => void;
  const self = globalThis as unknown as Record<string, unknown> & { counted: InPage };
  const timers = new Map<number, Readonly<{ atMs: number; run: () => void }>>();
  let nowMs = 0;
  let lastId = 0;
  const arm = (delayMs: number, run: () => void): number => {
    lastId += 1;
    timers.set(lastId, { atMs: nowMs + delayMs, run });
    return lastId;
  };
  const clear = (id: number): void => {
    timers.delete(id);
  };
  self['setTimeout'] = (act: Act, delayMs = 0, ...given: unknown[]) =>
    arm(delayMs, () => act(...given));
  self['requestAnimationFrame'] = (act: Act) => arm(16, () => act(nowMs));
  self['requestIdleCallback'] = (act: Act) => arm(1, () => act());
  for (const name of ['clearTimeout', 'cancelAnimationFrame', 'cancelIdleCallback'])
    self[name] = clear;
  self['setInterval'] = () => {
    throw new Error('count intervals, too');
  };
  performance.now = () => nowMs;

  /** Lets React's tasks run, which go through channels of messages: a render, its effects, and the next render. */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  };
  const pass = async (ms: number): Promise<void> => {
    const untilMs = nowMs + ms;
    await settle();
    for (;;) {
      const atMs = Math.max(nowMs, Math.min(...[...timers.values()].map((timer) => timer.atMs)));
      if (atMs > untilMs) break;
      nowMs = atMs;
      // Those of one moment follow each other, and React renders after them.
      for (const [id, timer] of [...timers]) {
        if (timer.atMs > nowMs || !timers.delete(id)) continue;
        self.counted.wakeUps += 1;
        timer.run();
      }
      await settle();
    }
    nowMs = untilMs;
  };
  self.counted = { commits: 0, wakeUps: 0, pass };
  self['__REACT_DEVTOOLS_GLOBAL_HOOK__'] = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => {
      self.counted.commits += 1;
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
}
