/**
 * Ctrl-C at the console of the launcher, a program of the tests in Electron's place. Wine sends it
 * to every program of the console, as Windows does. Wine sends no Ctrl-Break, and the tests neither
 * close the console nor log off (docs/gate-windows.md): those take the same way through the
 * launcher.
 */
import { describe, expect, it } from 'vitest';
import { CONFIRMED, line } from '../../lab/verdict-lines.ts';
import { eventually } from '../support/eventually.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { quoted, telling, useLauncherBench } from './support/launcher-bench.ts';
import { skipped, WindowsProgram, type WindowsEnded } from './support/windows-program.ts';

const LET_IN = telling([CONFIRMED], 0);
const CANCELLED = line('cancelled', 'user', 130);
const WAIT_MS = 60_000;
/** STATUS_CONTROL_C_EXIT; Wine itself ends such a program with 0. */
const BY_CONTROL_C = [0xc000013a, 0];

describe.skipIf(skipped !== '')(
  `keys at the launcher of Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { inside, actor } = useLauncherBench(LET_IN);

    /**
     * Runs the launcher at a console and presses Ctrl-C once it, or a program that it starts,
     * prints the word.
     */
    async function press(
      words: string,
      standIn: string,
      [stream, word]: readonly [number, string],
    ): Promise<WindowsEnded> {
      const launcher = `"${inside('bin', 'gatehouse.exe')}" ${words}`;
      const program = new WindowsProgram([actor(), `c ${launcher}`], {
        env: { STAND_IN: standIn },
        input: null,
        verbatim: true,
      });
      const early = program.ended.then(({ code, stderr }) => {
        throw new Error(`ended with ${String(code)} before Ctrl-C: ${stderr}`);
      });
      const said = eventually(
        `${word} to be said`,
        () => program.said(stream).includes(word),
        WAIT_MS,
        () => program.said(),
      );
      await Promise.race([said, early]);
      program.write('\n');
      return program.ended;
    }

    it('takes the cancelled verdict of a login that Ctrl-C asks to end', async () => {
      const standIn = `to 2 up until 4 to 3 ${quoted(CANCELLED)} exit 130`;
      const ended = await press(`check --json`, standIn, [2, 'up']);
      expect(ended.code, ended.stderr).toBe(130);
      expect(verdictSchema.parse(JSON.parse(ended.stdout.toString()))).toMatchObject({
        outcome: 'cancelled',
      });
    });

    it('starts no command by an approval that comes after Ctrl-C', async () => {
      const standIn = `to 2 up until 4 ${LET_IN}`;
      const ended = await press(`-- "${actor()}" to 1 ran`, standIn, [2, 'up']);
      expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([130, '']);
    });

    it('ends an Electron that does not end at Ctrl-C', async () => {
      const ended = await press(`-- "${actor()}" to 1 ran`, 'to 2 up child forever', [2, 'up']);
      expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([130, '']);
    });

    it('leaves Ctrl-C to a command that heeds it, and ends with its code', async () => {
      const ended = await press(`-- "${actor()}" key to 1 heeded exit 23`, LET_IN, [1, 'waits']);
      expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([23, 'waits\nheeded\n']);
    });

    it('ends with a command that dies of Ctrl-C', async () => {
      const ended = await press(`-- "${actor()}" to 1 waits forever`, LET_IN, [1, 'waits']);
      expect(BY_CONTROL_C, ended.stderr).toContain(ended.code);
    });
  },
);
