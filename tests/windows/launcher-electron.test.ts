/**
 * The gate of Windows as users have it: the real launcher, the real Electron for Windows with the
 * built program, a command behind it. Under Wine, which shows behaviour but not access control
 * (decision 0008).
 */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { CONFIRMED } from '../../lab/verdict-lines.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import {
  inWords,
  ONE_LOGIN_MS,
  setLanguage,
  setSigner,
  statusIn,
  useGateBench,
  WAIT_MS,
} from './support/gate-bench.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import {
  skipped,
  WindowsProgram,
  windowsRun,
  type WindowsEnded,
} from './support/windows-program.ts';

/** The launcher's own words, up to the command, for a program at a console. */
const OWN = '--no-ui --user push-only --method push --';

describe.skipIf(skipped !== '')(`the gate of Windows${skipped && ` (skipped: ${skipped})`}`, () => {
  const { actor } = useLauncherBench('');
  const { person, inBin, at, inFolder, trace, electrons, killMain, allGone } = useGateBench();
  const on = at();

  /** The consoles that were opened since those; one of an earlier test may be closing still. */
  const consoles = (before: readonly number[] = []): readonly number[] =>
    windowsRun()
      .prefix.processes()
      .filter(({ pid, words }) => words.includes('conhost.exe') && !before.includes(pid))
      .map(({ pid }) => pid);

  it(
    'gives an approved command its line and the verdict, leaves it alone, and ends with its exit code',
    async () => {
      const tail = `"${actor()}" line 1 first 3 1 to 1 waits until 0 exit 4711   \\"a\\" ^& %PATH% 漢字 "d:\\\\" `;
      const running = await login(on)
        .before([` ${tail}`], 4711)
        .asked();
      const { program } = running;
      expect(electrons().length).toBeGreaterThan(1);
      expect(program.said(1)).toBe('');
      await running.approve();
      await eventually(
        'the command to run',
        () => program.said(1).endsWith('waits\n'),
        WAIT_MS,
        () => program.said(),
      );
      // The login is over; the command runs without any process of it.
      await allGone();
      expect(program.said(1).slice(0, tail.length)).toBe(tail);
      const verdict = verdictSchema.parse(
        JSON.parse(program.said(1).slice(tail.length, -'waits\n'.length)),
      );
      expect(verdict).toMatchObject({ outcome: 'confirmed', exitCode: 0, username: 'push-only' });
      expect(verdict.ticket?.split('.')).toHaveLength(3);
      program.end();
      const { stderr } = await running.ends('confirmed');
      // Messages of Chromium and Electron are not ours to promise; the result stays out of them.
      expect(stderr).not.toContain(verdict.ticket);
    },
    ONE_LOGIN_MS,
  );

  it(
    'ends a denial with 77 and a line in the status file, and never starts the command',
    async () => {
      const status = inFolder('denied');
      const { file, command } = trace('ran after a denial');
      const guarded = login(on).saying('--status-file', status.there).before([command]);
      await guarded.deny().ends('denied', 'denied-by-person');
      expect(statusIn(status)).toMatchObject({ outcome: 'denied', exitCode: 77, ticket: null });
      expect(existsSync(file.here)).toBe(false);
      await allGone();
    },
    ONE_LOGIN_MS,
  );

  it(
    'ends all of Electron when the launcher is killed in the login, and starts no command on a later approval',
    async () => {
      const { file, command } = trace('ran after the launcher');
      const running = await login(on).before([command]).start();
      const { tid } = await running.asked();
      expect(electrons().length).toBeGreaterThan(1);
      running.program.kill();
      await running.program.ended;
      await allGone();
      // No process waits for the approval any more.
      await person().approveAtOnce(tid);
      expect(existsSync(file.here)).toBe(false);
    },
    ONE_LOGIN_MS,
  );

  it(
    'ends with 70 and the reason when Electron is killed in the login, and never starts the command',
    async () => {
      const { file, command } = trace('ran after Electron');
      const running = await login(on).before([command]).asked();
      killMain();
      const { stderr } = await running.ends('internal');
      expect(stderr).toContain('the login ended without a verdict');
      expect(existsSync(file.here)).toBe(false);
      await allGone();
    },
    ONE_LOGIN_MS,
  );

  it(
    'ends with 130 by Ctrl-C at its console in the login, and never starts the command',
    async () => {
      const status = inFolder('cancelled');
      const { file, command } = trace('ran after Ctrl-C');
      const words = `--status-file "${status.there}" ${OWN} ${command}`;
      await person().reset();
      const program = new WindowsProgram([actor(), `c "${inBin('gatehouse.exe')}" ${words}`], {
        verbatim: true,
        input: null,
      });
      await person().delivered('push-only', 'push');
      program.write('\n');
      const ended = await program.ended;
      expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([130, '']);
      expect(statusIn(status)).toMatchObject({ outcome: 'cancelled', exitCode: 130, ticket: null });
      expect(existsSync(file.here)).toBe(false);
      await allGone();
    },
    ONE_LOGIN_MS,
  );

  it(
    'runs the command from gatehousew.exe after an approval, and opens no console',
    async () => {
      const shortcut = at({ program: 'gatehousew.exe', frontend: [] });
      const words = `"${actor()}" to 1 ran exit 4294967295`;
      const before = consoles();
      const running = await login(shortcut).before([words], 4_294_967_295).asked();
      expect(consoles(before)).toEqual([]);
      await running.approve();
      const { stdout } = await running.ends('confirmed');
      expect(stdout.toString()).toBe('ran\n');
      await allGone();
      // gatehouse.exe opens a console of its own if it was not given one: the check above would
      // have seen it.
      const other = await login(on).asked();
      expect(consoles(before)).toHaveLength(1);
      other.program.kill();
      await other.program.ended;
    },
    ONE_LOGIN_MS,
  );

  /**
   * Starts it at a console with this code page, and waits for its end; standard error is the
   * screen.
   */
  const atConsole = (page: number, words: string): Promise<WindowsEnded> =>
    new WindowsProgram([actor(), `console ${String(page)} "${inBin('gatehouse.exe')}" ${words}`], {
      verbatim: true,
    }).ended;

  it(
    'ends with 64 in place of a question at a console, and names the missing options and the window',
    async () => {
      const { file, command } = trace('ran without an answer');
      const ended = await atConsole(437, `--no-ui -- ${command}`);
      expect(ended.code, inWords(ended)).toBe(64);
      // The name of an earlier test may be remembered.
      expect(ended.stderr.replaceAll('\n', '')).toMatch(
        /--no-ui on Windows needs (?:--user and )?--method; without --no-ui the window asks/,
      );
      expect(existsSync(file.here)).toBe(false);
      const keys = await atConsole(437, 'keys import');
      expect(keys.code, inWords(keys)).toBe(64);
      expect(keys.stderr).toContain('no input was given through a pipe; no change was made');
    },
    ONE_LOGIN_MS,
  );

  it.each([437, 852, 932])(
    'shows every Polish letter at a console of the code page %i',
    async (page) => {
      await setLanguage('pl');
      await person().reset();
      const program = atConsole(page, `${OWN} "${actor()}" to 1 ran`);
      const { tid } = await person().delivered('push-only', 'push');
      await person().deny(tid);
      const ended = await program;
      expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([77, '']);
      expect(ended.stderr).toContain('Logowanie zostało odrzucone na telefonie.');
      await setLanguage('system');
    },
    ONE_LOGIN_MS,
  );

  // Last: it changes the configuration.
  it(
    'ignores an allowing line that a child of the program writes wherever it can (SEC-105)',
    async () => {
      const { file, command } = trace('ran after a child');
      await setSigner([actor(), 'everywhere', CONFIRMED]);
      // The helper's signature was invalid: had its line come too, there would be two lines, and
      // exit code 70.
      const { stderr } = await login(on).before([command]).ends('misconfigured');
      expect(stderr).toContain('signer');
      expect(existsSync(file.here)).toBe(false);
    },
    ONE_LOGIN_MS,
  );
});
