/**
 * The real Electron and its verdict pipe: which processes can write a line, and the state after the launcher has read
 * it.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSandboxFolder } from '../lab/electron-runtime.ts';
import type { ConfigJson } from '../lab/written-config.ts';
import { eventually } from '../support/eventually.ts';
import { gateSuite, MARK, skipped } from './support/gate.ts';
import { Program } from './support/program.ts';
import { electronOf, GateSitting, processesOf } from './support/pty.ts';
import { makeWindowGate } from './support/window-gate.ts';

const PUSH = ['--user', 'push-only', '--method', 'push'];
const COMMAND = ['--', 'sh', '-c', `echo "${MARK}"; read -r line; exit 23`];
/** Helpers of Chromium on Linux; the network service is not among them, since it hears the approval. */
const HELPERS = ['gpu-process', 'zygote'];
/** The Electron of the tests has its websockets in a renderer. */
const POLLING: ConfigJson = { service: { realtime: { transports: ['polling'] } } };
/** Drawing a window waits for the GPU process, and so would the login. */
const HELPERS_OF_WINDOW = ['zygote', 'renderer'];
/** Main waits for this zygote where a GPU process ends early, as the first one does without a GPU. */
const ASKED_BY_MAIN = ' --no-zygote-sandbox ';
/** On a busy machine: how long the command may take to start, and helpers to go. */
const RAN_MS = 40_000;
const GONE_MS = 10_000;

type Login = Readonly<{ session: number; ran: () => Promise<void>; end: () => Promise<number | null> }>;

describe.skipIf(skipped !== '')(`Electron behind its line${skipped && ` (skipped: ${skipped})`}`, () => {
  const suite = gateSuite();
  const sittings: GateSitting[] = [];
  const stopped: number[] = [];
  afterAll(async () => {
    for (const pid of stopped) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone, as it is to be.
      }
    }
    await Promise.all(sittings.map((at) => at.remove()));
  });

  const asProgram = (words: readonly string[]): Login =>
    loginOf(suite.start([...words, ...COMMAND], { input: null, config: POLLING }));
  const inWindow = (): Login => {
    const folder = makeSandboxFolder('window-');
    const gate = makeWindowGate(folder, join(folder, 'profile'));
    const words = ['--config', suite.config(POLLING), ...PUSH, ...COMMAND];
    return loginOf(new Program([gate, ...words], { input: null }));
  };
  const loginOf = (program: Program): Login => ({
    session: program.pid,
    ran: () => eventually('the command', () => program.said(1).includes(MARK), RAN_MS),
    end: async () => {
      program.stdin?.end();
      return (await program.ended).code;
    },
  });
  const onTerminal = (): Login => {
    const at = new GateSitting([...PUSH, ...COMMAND], { config: suite.config(POLLING) });
    sittings.push(at);
    return {
      get session() {
        return at.session;
      },
      ran: async () => {
        await at.shows(MARK);
      },
      end: async () => {
        at.line('');
        return (await at.ended).code;
      },
    };
  };
  const FRONTENDS: readonly (readonly [string, () => Login, readonly string[]])[] = [
    ['on the terminal', onTerminal, HELPERS],
    ['with options alone', () => asProgram(['--no-ui', ...PUSH]), HELPERS],
    ['in the window', inWindow, HELPERS_OF_WINDOW],
  ];

  it.each(FRONTENDS)(
    'SEC-29 starts the command despite hung helpers, and leaves no helper: %s',
    async (_where, start, helpers) => {
      const person = suite.person();
      await person.reset();
      const login = start();
      const { tid } = await person.delivered('push-only', 'push');
      const hung = processesOf(login.session).filter(
        ({ pid, words }) =>
          helpers.some((type) => words.includes(` --type=${type} `)) &&
          !words.includes(ASKED_BY_MAIN) &&
          stop(pid),
      );
      expect(hung).not.toEqual([]);
      stopped.push(...hung.map(({ pid }) => pid));
      await person.approve(tid);
      await login.ran();
      const left = () => processesOf(login.session).filter(({ words }) => words.includes('electron'));
      await eventually('the helpers to be gone', () => left().length === 0, GONE_MS).catch(
        (error: unknown) => {
          const words = left().map((one) => `${one.state} ${one.words.slice(0, 200)}`);
          throw new Error(`${String(error)}\n${words.join('\n')}`);
        },
      );
      expect(await login.end()).toBe(23);
    },
  );

  it('SEC-31 the login alone holds the pipe of the verdict, for writing, closed to its children', async () => {
    const person = suite.person();
    await person.reset();
    const { session, end, ran } = asProgram(['--no-ui', ...PUSH]);
    const { tid } = await person.delivered('push-only', 'push');
    const main = electronOf(session);
    const holds = pipesOf(main).filter(({ to }) => /\/gatehouse\.[^/]+\/verdict/.test(to));
    expect(holds.map(({ flags }) => flags & (ACCESS_MODE | CLOSE_ON_EXEC))).toEqual([
      WRITE_ONLY | CLOSE_ON_EXEC,
    ]);
    const helpers = processesOf(session).filter(({ words }) => words.includes(' --type='));
    expect(helpers.flatMap(({ pid }) => pipesOf(pid)).filter(({ to }) => to.includes('/verdict'))).toEqual(
      [],
    );
    await person.approve(tid);
    await ran();
    expect(await end()).toBe(23);
  });
});

/** Stops a helper. False for one that has ended: Chromium replaces a GPU process that crashes. */
function stop(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGSTOP');
  } catch {
    return false;
  }
}

/** Of open(2) on Linux. */
const [ACCESS_MODE, WRITE_ONLY, CLOSE_ON_EXEC] = [0o3, 0o1, 0o2000000];

/** The open descriptors of a process, and their flags. */
function pipesOf(pid: number): readonly Readonly<{ to: string; flags: number }>[] {
  return readdirSync(`/proc/${String(pid)}/fd`).flatMap((number) => {
    try {
      const to = readlinkSync(`/proc/${String(pid)}/fd/${number}`);
      const info = readFileSync(`/proc/${String(pid)}/fdinfo/${number}`, 'utf8');
      return [{ to, flags: Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '', 8) }];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}
