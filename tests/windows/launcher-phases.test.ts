// @module-tag never-retried
/**
 * The launcher and Electron killed in each phase of a login, both real. Under Wine, which shows behaviour but not
 * access control (decision 0008).
 */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  inWords,
  ONE_LOGIN_MS,
  statusIn,
  textOf,
  useGateBench,
  WAIT_MS,
  type GateBench,
} from './support/gate-bench.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import type { SharedFile } from './support/product.ts';
import { skipped, type WindowsProgram } from './support/windows-program.ts';

type Phase = Readonly<{
  id: string;
  /** The launcher's own words. */
  words: string;
  /** Whether the login has reached the phase; `log` is its log so far. */
  isReached: (bench: GateBench, log: string) => boolean;
}>;

const hasState = (log: string, state: string): boolean => log.includes(`"to":"${state}"`);

const PHASES: readonly Phase[] = [
  {
    id: 'while Electron starts',
    words: '--no-ui --user push-only --method push',
    isReached: ({ main }) => main() !== undefined,
  },
  {
    id: 'at the username',
    words: '',
    // The login has not begun yet: a running page is the only sign.
    isReached: ({ electrons }) =>
      electrons().some(({ words }) => words.includes('--type=renderer')),
  },
  {
    id: 'waiting for the approval',
    words: '--no-ui --user push-only --method push',
    isReached: (_bench, log) => hasState(log, 'approval-pending'),
  },
];

describe.skipIf(skipped !== '')(
  `killed in each phase${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { actor } = useLauncherBench('');
    const bench = useGateBench();
    const { start, run, inFolder, trace, electrons, killMain, allGone, person } = bench;
    beforeAll(async () => {
      // So that no login waits for Chromium's key (decision 0013).
      const ended = await run(['keys', 'status']);
      if (ended.code !== 0) throw new Error(inWords(ended));
      await allGone();
    });

    /** Starts a gate, and waits until its login has come to this phase. */
    async function reach(
      { id, words, isReached }: Phase,
      who: string,
    ): Promise<Readonly<{ program: WindowsProgram; status: SharedFile; ran: SharedFile }>> {
      await person().reset();
      const [log, status] = [inFolder(`log ${who} ${id}`), inFolder(`status ${who} ${id}`)];
      const { file, command } = trace(`ran ${who} ${id}`);
      const program = start(
        `${words} --log-file "${log.there}" --status-file "${status.there}" -- ${command}`,
      );
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
      return { program, status, ran: file };
    }

    it.each(PHASES)(
      'leaves no Electron and no status, and never starts the command, when the launcher is killed $id',
      async (phase) => {
        const { program, status, ran } = await reach(phase, 'launcher');
        program.kill();
        await program.ended;
        await allGone();
        expect([textOf(status), existsSync(ran.here)]).toEqual(['', false]);
      },
      ONE_LOGIN_MS,
    );

    it.each(PHASES)(
      'ends with 70 and the reason, and never starts the command, when Electron is killed $id',
      async (phase) => {
        const { program, status, ran } = await reach(phase, 'Electron');
        killMain();
        const ended = await program.ended;
        expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([70, '']);
        expect(ended.stderr).toContain('the login ended without a verdict');
        expect(statusIn(status)).toMatchObject({ outcome: 'internal', exitCode: 70, ticket: null });
        expect(existsSync(ran.here)).toBe(false);
        await allGone();
      },
      ONE_LOGIN_MS,
    );

    it(
      'ends the command, with Electron gone before, when the launcher is killed while it runs',
      async () => {
        const { program, tid } = await bench.asked(
          `--no-ui --user push-only --method push -- "${actor()}" to 1 runs until 0 to 1 went-on`,
        );
        await person().approve(tid);
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
