/**
 * The gate of Windows as people have it: the real launcher, the real Electron for Windows, as an
 * administrator set it up.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import { verdictSchema, type Verdict } from '../../../shared/outcomes/verdict.ts';
import { PERSON } from '../../gate/support/window-gate.ts';
import { NO_CHANGES, type Place } from '../../support/bench/login.ts';
import { eventually } from '../../support/eventually.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { makeWindowsPackage } from './package-bench.ts';
import { windowsPath } from './prefix.ts';
import { inPersonsFolder, writeThere, type SharedFile } from './product.ts';
import {
  runWindows,
  WindowsProgram,
  windowsRun,
  type WindowsEnded,
  type WindowsStart,
} from './windows-program.ts';

export const ONE_LOGIN_MS = 150_000;
export const WAIT_MS = 60_000;
const POLICY = 'HKLM\\Software\\Policies\\Gatehouse';

/** A process of Electron, as this system sees it. */
export type Seen = Readonly<{ pid: number; words: string }>;

export type GateBench = Readonly<{
  /** The folder of the package, as this system names it. */
  folder: () => string;
  person: () => Person;
  /** A Windows path of a program in `bin`. */
  inBin: (program: string) => string;
  /** Starts a program of `bin` with a line as it is; its standard input stays open. */
  start: (line: string, file?: string) => WindowsProgram;
  /** Starts a program of `bin` with these words, and waits for its end. */
  run: (words: readonly string[], options?: WindowsStart) => Promise<WindowsEnded>;
  /**
   * A place of logins: `gatehouse.exe` with options alone, unless it says otherwise. Standard input
   * stays open.
   */
  at: (
    options?: Readonly<{ program?: string; frontend?: readonly string[] }>,
  ) => Place<WindowsProgram, WindowsStart>;
  /** A file of the person, by a name that no other test gives. */
  inFolder: (name: string) => SharedFile;
  /** A command that leaves a file where it runs, and the file. */
  trace: (name: string) => Readonly<{ file: SharedFile; command: string }>;
  /** The package's running processes. */
  electrons: () => readonly Seen[];
  /** Its first process, which all others come from. */
  main: () => Seen | undefined;
  /** Kills that one; throws where it does not run. */
  killMain: () => void;
  /** Waits until all its processes have ended. */
  allGone: () => Promise<void>;
}>;

/** Call once per file: the package, the service, and the policy that names it. */
export function useGateBench(options: EmulatorOptions = {}): GateBench {
  let folder = '';
  let emulator: Emulator | null = null;
  let person: Person | null = null;
  const personNow = (): Person => present(person);
  beforeAll(async () => {
    folder = makeWindowsPackage();
    seatPerson(folder);
    emulator = await startEmulator(options);
    person = personAt(emulator.url);
    await configure(emulator);
  });
  afterAll(async () => {
    await registry('delete', POLICY);
    await emulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inBin = (program: string): string => windowsPath(join(folder, 'bin', program));
  const start = (line: string, file = inBin('gatehouse.exe')): WindowsProgram =>
    new WindowsProgram([file, line], { verbatim: true, input: null });
  const at: GateBench['at'] = ({ program = 'gatehouse.exe', frontend = ['--no-ui'] } = {}) => ({
    person: personNow,
    command: () => ({
      words: [`"${windowsRun().actor}" to 1 ran exit 23`],
      prints: 'ran\n',
      code: 23,
    }),
    start: ({ words, command, config, listenTo, options }) => {
      if (config !== NO_CHANGES) throw new Error('the registry alone configures this gate');
      const own = [...frontend, ...words.map(asWord)];
      const status = listenTo.flatMap((number) => ['--status-fd', String(number)]);
      const all =
        command === null
          ? ['check', '--json', ...own]
          : [...own, ...status, '--', ...command.words];
      return new WindowsProgram([inBin(program), all.join(' ')], {
        verbatim: true,
        input: null,
        listenTo,
        ...options,
      });
    },
  });
  const inFolder = (name: string): SharedFile =>
    inPersonsFolder(windowsRun().prefix, 'AppData', `${name} Größe`);
  const electrons = (): readonly Seen[] =>
    windowsRun()
      .prefix.processes()
      .filter(({ words }) => words.includes('Gatehouse.exe'));
  // A helper that has just been created has no arguments yet.
  const main = (): Seen | undefined =>
    electrons().find(({ words }) => words.includes('--gatehouse-launch='));
  return {
    folder: () => folder,
    person: personNow,
    inBin,
    start,
    run: (words, given) => runWindows([inBin('gatehouse.exe'), ...words], given),
    at,
    inFolder,
    trace: (name) => {
      const file = inFolder(name);
      return { file, command: `C:\\windows\\system32\\cmd.exe /d /c echo ran> "${file.there}"` };
    },
    electrons,
    main,
    killMain: () => {
      const found = main();
      if (found === undefined) throw new Error('Electron does not run');
      process.kill(found.pid, 'SIGKILL');
    },
    allGone: () =>
      eventually(
        'every process of Electron to be gone',
        () => {
          windowsRun().prefix.buryUnborn(electrons().map(({ pid }) => pid));
          return electrons().length === 0;
        },
        WAIT_MS,
        () =>
          electrons()
            .map(({ pid, words }) => `${String(pid)} ${words}`)
            .join('\n'),
      ),
  };
}

/** A word of our own on a command line; none of the tests has a quote in it. */
const asWord = (word: string): string => (/\s/.test(word) ? `"${word}"` : word);

/**
 * Lets a person press Enter in the window of a login; without Direct3D, of which Wine takes up to
 * nine seconds to let go.
 */
function seatPerson(folder: string): void {
  const main = join(folder, 'resources', 'app', 'backports.cjs');
  const isInWindow = "process.argv.includes('--user') && !process.argv.includes('--no-ui')";
  const person = `require('electron').app.disableHardwareAcceleration();${PERSON}`;
  writeFileSync(main, `if (${isInWindow}) {${person}}\n${readFileSync(main, 'utf8')}`);
}

/** The line of a status file. */
export const statusIn = (file: SharedFile): Verdict =>
  verdictSchema.parse(JSON.parse(readFileSync(file.here, 'utf8')));

/** The text so far of a file of the person; empty if the file is absent. */
export const textOf = (file: SharedFile): string =>
  existsSync(file.here) ? readFileSync(file.here, 'utf8') : '';

/** An end, for the message of a test that expected another. */
export const inWords = ({ code, stdout, stderr }: WindowsEnded): string =>
  `${String(code)}\n${stdout.toString()}\n${stderr}`;

/** Wine's own reg.exe, as an administrator has it. */
async function registry(...words: readonly string[]): Promise<void> {
  const ended = await runWindows(['C:\\windows\\system32\\reg.exe', ...words, '/f']);
  if (ended.code !== 0) throw new Error(`reg ${words.join(' ')}: ${inWords(ended)}`);
}

/**
 * As an administrator configures it: an installed program takes a service on loopback from an
 * administrator only, and under Wine from the registry only.
 */
async function configure({ url, systemToken, secretKey }: Emulator): Promise<void> {
  const secret = inPersonsFolder(windowsRun().prefix, 'gate 漢字', 'secret');
  writeThere(secret, secretKey);
  await setPolicy('\\service', 'baseUrl', url);
  await setPolicy('\\service', 'systemToken', systemToken);
  await setPolicy('\\credentials', 'secretKeyFile', secret.there);
}

const setPolicy = (key: string, name: string, value: string): Promise<void> =>
  registry('add', `${POLICY}${key}`, '/v', name, '/t', 'REG_SZ', '/d', value);

/** From now on another program signs: its words. */
export async function setSigner(words: readonly string[]): Promise<void> {
  await registry('delete', `${POLICY}\\credentials`);
  await setPolicy('\\credentials', 'signer', JSON.stringify({ command: words }));
}

/** A language of ours, or `system`. */
export const setLanguage = (language: string): Promise<void> => setPolicy('', 'language', language);

function present<T>(value: T | null): T {
  if (value === null) throw new Error('the service has not been started');
  return value;
}
