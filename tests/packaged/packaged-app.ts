/**
 * The program packaged by `npm run package`, in a place where the user that runs Electron can start
 * it.
 */
import { _electron, type ElectronApplication } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeInspectable } from '../../packaging/inspectable.ts';
import type { Packaged } from '../../scripts/package/unpacked.ts';
import {
  asSandboxUser,
  makeSandboxFolder,
  prepareForSandboxUser,
} from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';

export type { Packaged };

const note = path.resolve(import.meta.dirname, '..', '..', '.toolchain', 'packaged.json');

/** The package of the last `npm run package`, or the reason for its absence. */
export function findPackaged(): Packaged | string {
  if (!existsSync(note)) return 'nothing is packaged: `npm test` does it';
  const packaged = JSON.parse(readFileSync(note, 'utf8')) as Packaged;
  return existsSync(packaged.executable) ? packaged : `the package is gone: ${packaged.folder}`;
}

/**
 * Makes a copy that Playwright can attach to: turns the fuse that shuts the inspector out, and
 * changes no other. Returns a program to give to Playwright.
 */
export async function drivable({
  folder,
  executable,
}: Pick<Packaged, 'folder' | 'executable'>): Promise<string> {
  const place = makeSandboxFolder('drivable-');
  const copy = path.join(place, 'app');
  const binary = await makeInspectable({ folder, executable }, copy);
  prepareForSandboxUser(copy);
  const script = path.join(place, 'start');
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');
  const filter = quoted([process.execPath, path.join(import.meta.dirname, 'attach-late.ts')]);
  const text = `#!/bin/sh
said="$0.$$"
mkfifo "$said"
${filter} <"$said" >&2 &
exec 2>"$said"
rm "$said"
exec ${quoted(asSandboxUser([binary]))} "$@"
`;
  writeFileSync(script, text, { mode: 0o755 });
  return script;
}

/**
 * Writes a configuration whose service cannot be reached, with its secret, for the user that runs
 * Electron.
 */
export const unreachableConfig = (login: Readonly<Record<string, unknown>> = {}): string =>
  writeConfig({ url: 'https://127.0.0.1:2', systemToken: 'token', secretKey: 'secret' }, { login });

const LAUNCH_MS = 120_000;

/** Starts a program from `drivable`; Playwright attaches once its window has loaded. */
export async function launch(
  executablePath: string,
  args: readonly string[],
): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath,
    chromiumSandbox: true,
    args: [...args],
    timeout: LAUNCH_MS,
  });
}
