/**
 * The programs for Windows. To add one: a row in programs.json, and its folder of C files below
 * `launcher/`.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.ts';
import { readJson } from '../../scripts/lib/files.ts';

export type Program = Readonly<{
  name: string;
  about: string;
  subsystem: 'console' | 'windows';
  /** The folders of its C files, below launcher. */
  folders: readonly string[];
  /**
   * Those of the system that the linker names in the program: each must be one that Windows keeps
   * in System32.
   */
  libraries: readonly string[];
  /**
   * The code page is UTF-8, not the system's. Set it only for a program that loads no library for
   * windows or fonts: at each change of the code page Wine replaces the fonts of every program, and
   * Chromium then finds no font for its dialogs.
   */
  isUtf8: boolean;
}>;

export const WINDOWS_PROGRAMS = readJson(
  inRoot('packaging', 'native', 'programs.json'),
) as readonly Program[];

/** Where the sources are. */
export const sourceFolder = inRoot('launcher');

/** The C files of a program, relative to the sources, in a fixed order. */
export const sourcesOf = (program: Program): string[] =>
  program.folders.flatMap((folder) =>
    readdirSync(path.join(sourceFolder, folder))
      .filter((name) => name.endsWith('.c'))
      .sort()
      .map((name) => path.posix.join(folder, name)),
  );
