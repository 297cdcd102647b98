/** The programs for Windows. To add one: a row in programs.json, and its folder of C files below `launcher/`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.ts';
import { readJson } from '../../scripts/lib/files.ts';

/**
 * `folders`: the folders of its C files, below launcher. `libraries`: the system's, which the linker names in
 * the program: each must be one that Windows keeps in System32. `isUtf8`: the code page is UTF-8, not the
 * system's. Set it only for a program that loads no library for windows or fonts: at each change of the code page Wine
 * replaces the fonts of every program, and Chromium then finds no font for its dialogs.
 * @typedef {{
 *   name: string, subsystem: 'console' | 'windows', folders: readonly string[], libraries: readonly string[], about: string,
 *   isUtf8: boolean,
 * }} Program
 */

/** @type {readonly Program[]} */
export const PROGRAMS = readJson(inRoot('packaging', 'native', 'programs.json'));

/** Where the sources are. */
export const sourceFolder = inRoot('launcher');

/** The C files of a program, relative to the sources, in a fixed order. */
export const sourcesOf = (/** @type {Program} */ program) =>
  program.folders.flatMap((folder) =>
    readdirSync(path.join(sourceFolder, folder))
      .filter((name) => name.endsWith('.c'))
      .sort()
      .map((name) => path.posix.join(folder, name)),
  );
