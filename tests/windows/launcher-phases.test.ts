/**
 * The launcher and Electron killed in each phase of a login, both real. Under Wine, which shows
 * behaviour but not access control (decision 0008).
 */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { login, type Login, type RunningLogin } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import {
  inWords,
  ONE_LOGIN_MS,
  textOf,
  useGateBench,
  WAIT_MS,
  type GateBench,
} from './support/gate-bench.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import type { SharedFile } from './support/product.ts';
import { skipped, type WindowsProgram, type WindowsStart } from './support/windows-program.ts';

type Phase = Readonly<{
  id: string;
  /** The login that reaches it; by options alone by default. */
  from?: (bench: GateBench) => Login<WindowsProgram, WindowsStart>;
  /** Whether the login has reached the phase; `log` is its log so far. */
  isReached: (bench: GateBench, log: string) => boolean;
}>;

const hasState = (log: string, state: string): boolean => log.includes(`"to":"${state}"`);

const PHASES: readonly Phase[] = [
  {
    id: 'while Electron starts',
    isReached: ({ main }) => main() !== undefined,
  },
  {
    id: 'at the username',
    from: ({ at }) =>
      login(at({ frontend: [] }))
        .as(null)
        .by(null),
    // The login has not begun yet: a running page is the only sign.
    isReached: ({ electrons }) =>
      electrons().some(({ words }) => words.includes('--type=renderer')),
  },
  {
    id: 'waiting for the approval',
    isReached: (_bench, log) => hasState(log, 'approval-pending'),
  },
];

describe.skipIf(skipped !== '')(
  `killed in each phase${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { actor } = useLauncherBench('');
    const bench = useGateBench();
    const { at, run, inFolder, trace, electrons, killMain, allGone, person } = bench;
    beforeAll(async () => {
      // So that no login waits for Chromium's key (decision 0013).
      const ended = await run(['keys', 'status']);
      if (ended.code !== 0) throw new Error(inWords(ended));
      await allGone();
    });

    /** Starts a gate, and waits until its login has come to this phase. */
    async function reach(
      { id, isReached, from = () => login(at()) }: Phase,
      who: string,
    ): Promise<Readonly<{ running: RunningLogin<WindowsProgram>; ran: SharedFile }>> {
      await person().reset();
      const log = inFolder(`log ${who} ${id}`);
      const { file, command } = trace(`ran ${who} ${id}`);
      const running = await from(bench).saying('--log-file', log.there).before([command]).start();
      const { program } = running;
      const early = program.ended.then((ended) => {
        throw new Error(`ended before it was ${id}: ${inWords(ended)}`);
      });
      const reached = eventually(
        `the login to be ${id}`,
        () => isReached(bench, textOf(log)),
        WAIT_MS,
        () => `${program.said()}\n${textOf(log)}`,
      );
      await Promise.race([reached, early]);
      return { running, ran: file };
    }

    it.each(PHASES)(
      'leaves no Electron and no status, and never starts the command, when the launcher is killed $id',
      async (phase) => {
        const { running, ran } = await reach(phase, 'launcher');
        running.program.kill();
        const { verdict } = await running.ended();
        await allGone();
        expect([verdict, existsSync(ran.here)]).toEqual([null, false]);
      },
      ONE_LOGIN_MS,
    );

    it.each(PHASES)(
      'ends with 70 and the reason, and never starts the command, when Electron is killed $id',
      async (phase) => {
        const { running, ran } = await reach(phase, 'Electron');
        killMain();
        const { stderr } = await running.ends('internal');
        expect(stderr).toContain('the login ended without a verdict');
        expect(existsSync(ran.here)).toBe(false);
        await allGone();
      },
      ONE_LOGIN_MS,
    );

    it(
      'ends the command, with Electron gone before, when the launcher is killed while it runs',
      async () => {
        const waits = `"${actor()}" to 1 runs until 0 to 1 went-on`;
        const running = await login(at()).before([waits]).start();
        const { program } = running;
        await running.approve();
        await eventually(
          'the command to run',
          () => program.said(1) === 'runs\n',
          WAIT_MS,
          () => program.said(),
        );
        await allGone();
        program.kill();
        // Every stream of it is closed then: it holds them itself.
        const ended = await program.ended;
        expect(ended.stdout.toString()).toBe('runs\n');
        expect(electrons()).toEqual([]);
      },
      ONE_LOGIN_MS,
    );
  },
);
