/** The launcher of Windows as a package lays it out, with a program of the tests in Electron's place and the command's. */
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makeSandboxFolder } from '../../lab/electron-runtime.ts';
import { nativeFolder } from '../../support/native-tools.ts';
import { compileActor } from './actor.ts';
import { windowsPath } from './prefix.ts';
import { WindowsProgram, type WindowsEnded, type WindowsStart } from './windows-program.ts';

/** One word of the stand-in's script, quoted as a command line quotes it. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** A stand-in that writes these lines as its verdict and ends with this code. */
export const telling = (lines: readonly string[], code: number): string =>
  [...lines.map((text) => `to 3 ${quoted(text)}`), `exit ${String(code)}`].join(' ');

/** A test's start of the launcher: Windows arguments, and the actions of the stand-in for Electron (native/actor.c). */
export type LauncherBench = Readonly<{
  /** Folder of the package, as this system names it. */
  folder: () => string;
  /** As Windows names it. */
  inside: (...parts: readonly string[]) => string;
  /** The scripted program. */
  actor: () => string;
  start: (words: readonly string[], standIn?: string, options?: WindowsStart) => WindowsProgram;
  launch: (words: readonly string[], standIn?: string, options?: WindowsStart) => Promise<WindowsEnded>;
}>;

/** Call once per file. */
export function useLauncherBench(letIn: string): LauncherBench {
  let folder = '';
  beforeAll(async () => {
    folder = makeSandboxFolder('launcher-');
    await compileActor(join(folder, 'actor.exe'), 'console');
    // As Electron: no console is its own.
    await compileActor(join(folder, 'Gatehouse.exe'), 'windows');
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'files'));
    for (const name of ['gatehouse.exe', 'gatehousew.exe'])
      copyFileSync(join(nativeFolder, name), join(folder, 'bin', name));
    copyFileSync(join(nativeFolder, 'gatehouse-system.exe'), join(folder, 'gatehouse-system.exe'));
    for (const name of ['', 'bin']) chmodSync(join(folder, name), 0o755);
    // The programs write there.
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
