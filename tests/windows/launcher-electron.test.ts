/**
 * The gate of Windows as people have it: the real launcher, the real Electron for Windows with the built program, a
 * command behind it. Under Wine, which shows how it behaves, never who may do what (decision 0029).
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import { verdictSchema, type Verdict } from '../../shared/verdict/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../support/person.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import { makeWindowsPackage } from './support/package-bench.ts';
import { windowsPath } from './support/prefix.ts';
import { inPersonsFolder, writeThere, type SharedFile } from './support/product.ts';
import {
  runWindows,
  skipped,
  WindowsProgram,
  windowsRun,
  type WindowsEnded,
} from './support/windows-program.ts';

const ONE_LOGIN_MS = 150_000;
const WAIT_MS = 60_000;
const POLICY = 'HKLM\\Software\\Policies\\Gatehouse';
const PUSH = '--no-ui --user push-only --method push';

describe.skipIf(skipped !== '')(`the gate of Windows${skipped && ` (skipped: ${skipped})`}`, () => {
  const { actor } = useLauncherBench('');
  let folder = '';
  let emulator: Emulator;
  let person: Person;
  beforeAll(async () => {
    folder = makeWindowsPackage();
    emulator = await startEmulator();
    person = personAt(emulator.url);
    await configure(emulator);
  });
  afterAll(async () => {
    await registry('delete', POLICY);
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inBin = (program: string): string => windowsPath(join(folder, 'bin', program));
  /** The launcher's own words, up to the command. */
  const own = (more = ''): string => `${PUSH} ${more} --`;

  /** Starts a program with a line as it is, and waits until the person is asked. */
  async function asked(
    line: string,
    file = inBin('gatehouse.exe'),
  ): Promise<Readonly<{ program: WindowsProgram; tid: string }>> {
    await person.reset();
    const program = new WindowsProgram([file, line], { verbatim: true, input: null });
    const early = program.ended.then((ended) => {
      throw new Error(`ended before anybody was asked: ${inWords(ended)}`);
    });
    const { tid } = await Promise.race([person.delivered('push-only', 'push'), early]);
    return { program, tid };
  }

  const inFolder = (name: string): SharedFile =>
    inPersonsFolder(windowsRun().prefix, 'AppData', `${name} Größe`);
  const statusIn = (file: SharedFile): Verdict =>
    verdictSchema.parse(JSON.parse(readFileSync(file.here, 'utf8')));
  /** A command that leaves a file where it runs, and the file. */
  function trace(name: string): Readonly<{ file: SharedFile; command: string }> {
    const file = inFolder(name);
    return { file, command: `C:\\windows\\system32\\cmd.exe /d /c echo ran> "${file.there}"` };
  }

  /** What runs of the package, as this system sees it. */
  const electrons = () =>
    windowsRun()
      .prefix.processes()
      .filter(({ words }) => words.includes('Gatehouse.exe'));
  const allGone = (): Promise<void> =>
    eventually(
      'every process of Electron to be gone',
      () => electrons().length === 0,
      WAIT_MS,
      () =>
        electrons()
          .map(({ pid, words }) => `${String(pid)} ${words}`)
          .join('\n'),
    );
  const consoles = (): number =>
    windowsRun()
      .prefix.processes()
      .filter(({ words }) => words.includes('conhost.exe')).length;

  it(
    'approved: the command has its line unit by unit and the verdict, runs alone, and its exit code is ours',
    async () => {
      const tail = `"${actor()}" line 1 first 3 1 to 1 waits until 0 exit 4711   \\"a\\" ^& %PATH% 漢字 "d:\\\\" `;
      const { program, tid } = await asked(`${own()} ${tail}`);
      expect(electrons().length).toBeGreaterThan(1);
      expect(program.said(1)).toBe('');
      await person.approve(tid);
      await eventually(
        'the command to run',
        () => program.said(1).endsWith('waits\n'),
        WAIT_MS,
        () => program.said(),
      );
      // The login is over, and nothing of it is left beside the command.
      await allGone();
      expect(program.said(1).slice(0, tail.length)).toBe(tail);
      const verdict = verdictSchema.parse(JSON.parse(program.said(1).slice(tail.length, -'waits\n'.length)));
      expect(verdict).toMatchObject({ outcome: 'confirmed', exitCode: 0, username: 'push-only' });
      expect(verdict.ticket?.split('.')).toHaveLength(3);
      program.end();
      const ended = await program.ended;
      expect(ended.code, inWords(ended)).toBe(4711);
      // What Chromium and Electron have to say is not ours to promise; the result stays out of it.
      expect(ended.stderr).not.toContain(verdict.ticket);
    },
    ONE_LOGIN_MS,
  );

  it(
    'denied: 77, a line in the status file, and the command never starts',
    async () => {
      const status = inFolder('denied');
      const { file, command } = trace('ran after a denial');
      const { program, tid } = await asked(`${own(`--status-file "${status.there}"`)} ${command}`);
      await person.deny(tid);
      const ended = await program.ended;
      expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([77, '']);
      expect(statusIn(status)).toMatchObject({ outcome: 'denied', exitCode: 77, ticket: null });
      expect(existsSync(file.here)).toBe(false);
      await allGone();
    },
    ONE_LOGIN_MS,
  );

  it(
    'killed during the login it takes all of Electron along, and an approval after it starts nothing',
    async () => {
      const { file, command } = trace('ran after the launcher');
      const { program, tid } = await asked(`${own()} ${command}`);
      expect(electrons().length).toBeGreaterThan(1);
      program.kill();
      await program.ended;
      await allGone();
      // Nobody listens any more.
      await person.approve(tid);
      expect(existsSync(file.here)).toBe(false);
    },
    ONE_LOGIN_MS,
  );

  it(
    'Electron killed during the login: 70, said aloud, and the command never starts',
    async () => {
      const status = inFolder('electron killed');
      const { file, command } = trace('ran after Electron');
      const { program } = await asked(`${own(`--status-file "${status.there}"`)} ${command}`);
      const main = electrons().filter(({ words }) => !words.includes('--type='));
      expect(main).toHaveLength(1);
      for (const { pid } of main) process.kill(pid, 'SIGKILL');
      const ended = await program.ended;
      expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([70, '']);
      expect(ended.stderr).toContain('the login ended without a verdict');
      expect(statusIn(status)).toMatchObject({ outcome: 'internal', exitCode: 70, ticket: null });
      expect(existsSync(file.here)).toBe(false);
      await allGone();
    },
    ONE_LOGIN_MS,
  );

  it(
    'Ctrl-C at its console during the login: cancelled, 130, and the command never starts',
    async () => {
      const status = inFolder('cancelled');
      const { file, command } = trace('ran after Ctrl-C');
      const line = `c "${inBin('gatehouse.exe')}" ${own(`--status-file "${status.there}"`)} ${command}`;
      const { program } = await asked(line, actor());
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
    'gatehousew.exe does the same, and opens no console',
    async () => {
      const status = inFolder('shortcut');
      const words = `"${actor()}" to 1 ran exit 4294967295`;
      const before = consoles();
      const line = `${own(`--status-file "${status.there}"`)} ${words}`;
      const { program, tid } = await asked(line, inBin('gatehousew.exe'));
      expect(consoles()).toBe(before);
      await person.approve(tid);
      const ended = await program.ended;
      expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([4_294_967_295, 'ran\n']);
      expect(statusIn(status)).toMatchObject({ outcome: 'confirmed', exitCode: 0, ticket: null });
      // gatehouse.exe, which nobody gave a console, does open one: so one would have been seen.
      const other = await asked(`${own()} ${words}`);
      expect(consoles()).toBe(before + 1);
      other.program.kill();
      await other.program.ended;
    },
    ONE_LOGIN_MS,
  );
});

/** Wine's own reg.exe, as an administrator has it. */
async function registry(...words: readonly string[]): Promise<void> {
  const ended = await runWindows(['C:\\windows\\system32\\reg.exe', ...words, '/f']);
  if (ended.code !== 0) throw new Error(`reg ${words.join(' ')}: ${inWords(ended)}`);
}

/**
 * As an administrator configures it: an installed program takes a service on loopback from nobody else, whom Wine knows
 * in the registry only.
 */
async function configure({ url, systemToken, secretKey }: Emulator): Promise<void> {
  const secret = inPersonsFolder(windowsRun().prefix, 'gate 漢字', 'secret');
  writeThere(secret, secretKey);
  for (const [key, name, value] of [
    ['service', 'baseUrl', url],
    ['service', 'systemToken', systemToken],
    ['credentials', 'secretKeyFile', secret.there],
  ] as const)
    await registry('add', `${POLICY}\\${key}`, '/v', name, '/t', 'REG_SZ', '/d', value);
}

const inWords = ({ code, stdout, stderr }: WindowsEnded): string =>
  `${String(code)}\n${stdout.toString()}\n${stderr}`;
