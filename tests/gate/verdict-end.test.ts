/**
 * The real Electron and its verdict pipe: which processes can write a line, and the state after it
 * is read.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { ConfigJson } from '../../lab/written-config.ts';
import { checkout, inWindow, MARK, skipped, type HerePlace } from '../support/bench/here.ts';
import { login, type RunningLogin } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import type { Program } from '../../lab/child-program.ts';
import { HOSTS } from './support/hosts.ts';
import { mainOf, processesOf } from './support/pty.ts';

const COMMAND = ['sh', '-c', `echo "${MARK}"; read -r line; exit 23`];
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

const expectRan = async (program: Program): Promise<void> => {
  await eventually('the command', () => program.said(1).includes(MARK), RAN_MS);
};
const expectEnd = async (running: RunningLogin<Program>): Promise<void> => {
  running.program.stdin?.end();
  await running.ends('confirmed');
};

/** A login whose person is asked, before a command that runs until its input ends. */
const asked = (place: HerePlace): Promise<RunningLogin<Program>> =>
  login(place).with(POLLING).before(COMMAND, 23).under({ input: null }).asked();

describe.skipIf(skipped !== '')(
  `Electron behind its line${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const on = checkout();
    const stopped: number[] = [];
    afterAll(() => {
      for (const pid of stopped) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Gone, as it is to be.
        }
      }
    });

    it.each([
      ['with options alone', on, HELPERS],
      ['in the window', inWindow(on), HELPERS_OF_WINDOW],
    ] as const)(
      'starts the command despite hung helpers of Electron, and leaves no helper, %s (SEC-29)',
      async (_where, place, helpers) => {
        const running = await asked(place);
        const { program } = running;
        const hung = processesOf(program.pid).filter(
          ({ pid, words }) =>
            helpers.some((type) => words.includes(` --type=${type} `)) &&
            !words.includes(ASKED_BY_MAIN) &&
            stop(pid),
        );
        expect(hung).not.toEqual([]);
        stopped.push(...hung.map(({ pid }) => pid));
        await running.approve();
        await expectRan(program);
        const left = () =>
          processesOf(program.pid).filter(({ words }) => words.includes('electron'));
        await eventually('the helpers to be gone', () => left().length === 0, GONE_MS).catch(
          (error: unknown) => {
            const words = left().map((one) => `${one.state} ${one.words.slice(0, 200)}`);
            throw new Error(`${String(error)}\n${words.join('\n')}`);
          },
        );
        await expectEnd(running);
      },
    );
  },
);

describe.skipIf(skipped !== '').each(HOSTS)('the pipe of the verdict in $name', (host) => {
  const on = checkout({}, host);

  it('gives the login alone the pipe of the verdict, for writing, closed to its children (SEC-31)', async () => {
    const running = await asked(on);
    const { program } = running;
    const main = mainOf(program.pid);
    // The launcher reads its pipes; it writes to those of others.
    const read = pipesOf(program.pid)
      .filter(({ to, flags }) => to.startsWith('pipe:') && (flags & ACCESS_MODE) === READ_ONLY)
      .map(({ to }) => to);
    const holds = pipesOf(main).filter(({ to }) => read.includes(to));
    expect(holds.map(({ flags }) => flags & (ACCESS_MODE | CLOSE_ON_EXEC))).toEqual([
      WRITE_ONLY | CLOSE_ON_EXEC,
    ]);
    const helpers = processesOf(program.pid).filter(({ words }) => words.includes(' --type='));
    expect(
      helpers.flatMap(({ pid }) => pipesOf(pid)).filter(({ to }) => read.includes(to)),
    ).toEqual([]);
    await running.approve();
    await expectRan(program);
    await expectEnd(running);
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
const [ACCESS_MODE, READ_ONLY, WRITE_ONLY, CLOSE_ON_EXEC] = [0o3, 0o0, 0o1, 0o2000000];

/** The open descriptors of a process, and their flags. */
function pipesOf(pid: number): readonly Readonly<{ to: string; flags: number }>[] {
  const folder = `/proc/${String(pid)}`;
  return ifThere(() => readdirSync(`${folder}/fd`)).flatMap((number) =>
    ifThere(() => {
      const to = readlinkSync(`${folder}/fd/${number}`);
      const info = readFileSync(`${folder}/fdinfo/${number}`, 'utf8');
      return [{ to, flags: Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '', 8) }];
    }),
  );
}

/** Empty for a process that has ended meanwhile, or a descriptor that was closed. */
function ifThere<One>(read: () => readonly One[]): readonly One[] {
  try {
    return read();
  } catch {
    return [];
  }
}
