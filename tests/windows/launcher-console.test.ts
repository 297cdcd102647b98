/**
 * The launcher at a console, a program of the tests in Electron's place: the messages that it shows
 * there (launcher/README.md).
 */
import { describe, expect, it } from 'vitest';
import { CONFIRMED, line } from '../../lab/verdict-lines.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { quoted, telling, useLauncherBench } from './support/launcher-bench.ts';
import {
  skipped,
  WindowsProgram,
  windowsRun,
  type WindowsStart,
} from './support/windows-program.ts';

const LET_IN = telling([CONFIRMED], 0);
const CANCELLED = line('cancelled', 'user', 130);
const ONE_MS = 90_000;

describe.skipIf(skipped !== '')(
  `the console of the launcher of Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { inside, actor } = useLauncherBench(LET_IN);

    /**
     * Starts the launcher at a console, whose screen becomes the standard error of the returned
     * program.
     */
    const sit = (
      words: string,
      standIn: string,
      { at = 'console 437', ...options }: WindowsStart & Readonly<{ at?: string }> = {},
    ): WindowsProgram =>
      new WindowsProgram([actor(), `${at} "${inside('bin', 'gatehouse.exe')}" ${words}`], {
        ...options,
        env: { STAND_IN: standIn },
        verbatim: true,
      });

    it(
      'shows messages in every letter at the console, and keeps standard output for the verdict',
      async () => {
        const ended = await sit('check --json', `line 2 to 2 "ü 漢🙂\u001b[2J\u0007" ${LET_IN}`)
          .ended;
        expect(ended.code, ended.stderr).toBe(0);
        expect(ended.stderr).toContain('ü 漢🙂[2J\n');
        expect(verdictSchema.parse(JSON.parse(ended.stdout.toString()))).toMatchObject({
          outcome: 'confirmed',
        });
      },
      ONE_MS,
    );

    it(
      'shows at the console more than a pipe holds, whole',
      async () => {
        const ended = await sit(`-- "${actor()}" to 1 ran exit 7`, `many 2 100 to 2 last ${LET_IN}`)
          .ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([7, 'ran\n']);
        expect(ended.stderr.replaceAll('\n', '')).toMatch(/x{10000}last$/);
      },
      ONE_MS,
    );

    it(
      'shows both streams of an Electron that it becomes, which gets an ended standard input',
      async () => {
        const standIn = 'to 1 one to 2 two until 0 to 1 three exit 5';
        const ended = await sit('doctor', standIn, { at: 'all-console 437' }).ended;
        expect([ended.code, ended.stderr.trim()]).toEqual([5, 'one\ntwo\nthree']);
      },
      ONE_MS,
    );

    it.each([
      ['crashes', 'to 2 up crash', 70],
      ['ends without a verdict', 'to 2 up', 70],
    ])(
      'shows at the console the words of an Electron that %s',
      async (_what, standIn, code) => {
        const ended = await sit(`-- "${actor()}" to 1 ran`, standIn).ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([code, '']);
        expect(ended.stderr).toMatch(/up\ngatehouse: the login ended without a verdict/);
      },
      ONE_MS,
    );

    it(
      'shows at the console the last words of a cancelled login, and starts no command',
      async () => {
        const standIn = `until 4 to 3 ${quoted(CANCELLED)} to 2 "last words" exit 130`;
        const program = sit(`-- "${actor()}" to 1 ran`, standIn, { input: null });
        const { prefix } = windowsRun();
        await eventually('Electron to start', () =>
          prefix.processes().some(({ words }) => words.includes('Gatehouse.exe')),
        );
        program.write('\n');
        const ended = await program.ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([130, '']);
        expect(ended.stderr).toContain('last words');
      },
      ONE_MS,
    );
  },
);
