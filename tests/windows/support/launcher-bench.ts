/**
 * Test bench: the Windows launcher in the folders of a package. A test program replaces Electron
 * and the command.
 */
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeSandboxFolder } from '../../../lab/electron-runtime.ts';
import { nativeFolder } from '../../support/native/native-tools.ts';
import { compileActor } from './actor.ts';
import { windowsPath } from './prefix.ts';
import { WindowsProgram, type WindowsEnded, type WindowsStart } from './windows-program.ts';

/** Quotes one word of the stand-in's script in the style of a Windows command line. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** Script of a stand-in for Electron: writes these lines as its verdict and exits with this code. */
export const telling = (lines: readonly string[], code: number): string =>
  [...lines.map((text) => `to 3 ${quoted(text)}`), `exit ${String(code)}`].join(' ');

/**
 * Paths of the bench, and functions that start the launcher. `words`: its arguments; `standIn`: the
 * script of the stand-in for Electron (native/actor.c).
 */
export type LauncherBench = Readonly<{
  /** Linux path of the package. */
  folder: () => string;
  /** Windows path of the package, or of a file below it. */
  inside: (...parts: readonly string[]) => string;
  /** Windows path of the test program (native/actor.c). */
  actor: () => string;
  start: (words: readonly string[], standIn?: string, options?: WindowsStart) => WindowsProgram;
  launch: (
    words: readonly string[],
    standIn?: string,
    options?: WindowsStart,
  ) => Promise<WindowsEnded>;
}>;

/**
 * Builds the bench before the tests of a file and removes it after them. Call once per file.
 *
 * @param letIn default script of the stand-in
 */
export function useLauncherBench(letIn: string): LauncherBench {
  let folder = '';
  beforeAll(async () => {
    folder = makeSandboxFolder('launcher-');
    await compileActor(join(folder, 'actor.exe'), 'console');
    // Open no console, like Electron.
    await compileActor(join(folder, 'Gatehouse.exe'), 'windows');
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'files'));
    for (const name of ['gatehouse.exe', 'gatehousew.exe'])
      copyFileSync(join(nativeFolder, name), join(folder, 'bin', name));
    copyFileSync(join(nativeFolder, 'gatehouse-system.exe'), join(folder, 'gatehouse-system.exe'));
    for (const name of ['', 'bin']) chmodSync(join(folder, name), 0o755);
    // Let programs under another account write here.
    chmodSync(join(folder, 'files'), 0o777);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const inside = (...parts: readonly string[]): string => windowsPath(join(folder, ...parts));
  const start: LauncherBench['start'] = (words, standIn = letIn, options = {}) =>
    new WindowsProgram([inside('bin', 'gatehouse.exe'), ...words], {
      ...options,
      env: { STAND_IN: standIn, ...options.env },
    });
  return {
    folder: () => folder,
    inside,
    actor: () => inside('actor.exe'),
    start,
    launch: (...given) => start(...given).ended,
  };
}
