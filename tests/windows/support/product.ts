/** The built program in the Electron for Windows, and the files that it is given there. */
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Emulator } from '../../../emulator/emulator.ts';
import { requireElectron } from '../../../lab/electron-runtime.ts';
import type { ConfigJson } from '../../../lab/written-config.ts';
import { verdictIn, type Place } from '../../support/bench/login.ts';
import type { Person } from '../../../lab/person.ts';
import { WINDOWS_USER, windowsPath, type WinePrefix } from './prefix.ts';
import {
  WindowsProgram,
  windowsRun,
  type WindowsEnded,
  type WindowsStart,
} from './windows-program.ts';

/** A file that both sides can name. */
export type SharedFile = Readonly<{
  /** as this system names it */
  here: string;
  /** as Windows does */
  there: string;
}>;

/** A place below the person's folder in Windows: `C:\users\Zoë van Müller\…`. */
export function inPersonsFolder(prefix: WinePrefix, ...parts: readonly string[]): SharedFile {
  return {
    here: join(prefix.folder, 'prefix', 'drive_c', 'users', WINDOWS_USER, ...parts),
    there: ['C:', 'users', WINDOWS_USER, ...parts].join('\\'),
  };
}

/** Writes a file for the program. */
export function writeThere(file: SharedFile, text: string): void {
  writeAsPerson(file.here, text);
}

/**
 * Writes a file that is the person's, with every folder that is made for it; the highest that was
 * made.
 */
export function writeAsPerson(file: string, text: string): string {
  const { sandboxUser } = requireElectron();
  const made = mkdirSync(dirname(file), { recursive: true }) ?? file;
  writeFileSync(file, text, { mode: 0o600 });
  if (sandboxUser !== null)
    for (let one = file; one.length >= made.length; one = dirname(one))
      chownSync(one, sandboxUser.uid, sandboxUser.gid);
  return made;
}

let configs = 0;

/**
 * Writes a configuration and its secret file, in a folder with blanks and letters beyond ASCII; its
 * Windows path.
 */
export function writeWindowsConfig(
  { url, systemToken, secretKey }: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  changes: ConfigJson = {},
): string {
  const { prefix } = windowsRun();
  const folder = ['login files', `Größe ${String((configs += 1))} 漢字`];
  const config = {
    ...changes,
    service: { baseUrl: url, systemToken, ...changes['service'] },
    credentials: { secretKeyFile: 'das Geheimnis', ...changes['credentials'] },
  };
  writeThere(inPersonsFolder(prefix, ...folder, 'das Geheimnis'), secretKey);
  const file = inPersonsFolder(prefix, ...folder, 'config.json');
  writeThere(file, JSON.stringify(config));
  return file.there;
}

/**
 * The arguments that start the program as an installed launcher would; `own` are Electron's own
 * switches. It is in a job, as there: otherwise a process that Electron was just starting when it
 * ended stays suspended and keeps its streams open (seen with the network process: its first thread
 * had never run).
 */
export function productWords(
  words: readonly string[],
  own: readonly string[] = [],
): [string, ...string[]] {
  const { actor, dist } = windowsRun();
  const { appDir } = requireElectron();
  return [
    actor,
    'job',
    windowsPath(join(dist, 'electron.exe')),
    '--log-level=3',
    ...own,
    windowsPath(appDir),
    '--',
    ...words,
  ];
}

/** Starts the program; without Direct3D, unless `own` says otherwise. */
export const startProduct = (
  words: readonly string[],
  {
    own = ['--disable-gpu'],
    ...options
  }: WindowsStart & Readonly<{ own?: readonly string[] }> = {},
): WindowsProgram => new WindowsProgram(productWords(words, own), options);

/**
 * The descriptor on which the launcher reads the verdict, and the one that closes when the launcher
 * ends.
 */
export const VERDICT = 3;
export const ALIVE = 4;

/**
 * As the launcher starts a login. Without Direct3D, of which Wine takes up to nine seconds to let
 * go.
 */
export const AS_LAUNCHED = {
  own: [
    '--disable-gpu',
    `--gatehouse-launch=verdict:${String(VERDICT)},command:none,launcher:${String(ALIVE)},hangup:heeded`,
  ],
  listenTo: [VERDICT, ALIVE],
} as const;

/**
 * The program as a place of logins, started as the launcher does. It starts no command: `check`
 * alone.
 *
 * @param config writes a configuration with these changes; its Windows path
 */
export const productAt = (
  person: () => Person,
  config: (changes: ConfigJson) => string,
): Place<WindowsProgram, WindowsStart> => ({
  person,
  command: () => {
    throw new Error('the launcher starts the command, and there is none');
  },
  start: ({ words, config: given, options }) => {
    const file = typeof given === 'string' ? given : config(given);
    const own = ['check', '--no-ui', '--json', '--config', file, ...words];
    return startProduct(own, { ...AS_LAUNCHED, ...options });
  },
  result: ({ heard }) => {
    const line = heard.get(VERDICT) ?? '';
    return { line, code: line === '' ? null : verdictIn(line).exitCode };
  },
});

/** Standard output without the empty line that Electron for Windows begins it with. */
export function saidOn({ code, stdout, stderr }: WindowsEnded): string {
  const text = stdout.toString('utf8');
  if (!text.startsWith('\r\n'))
    throw new Error(
      `not as Electron for Windows begins: ${JSON.stringify(text)} (${String(code)})\n${stderr}`,
    );
  return text.slice(2);
}
