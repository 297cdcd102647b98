/** The programs for Windows. To add one: a row in programs.json, and its folder of C files below `launcher/`. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { readJson } from '../../scripts/lib/stamp.mjs';

/**
 * `folders`: the folders of its C files, below launcher. `libraries`: the system's, which the linker names in
 * the program: each must be one that Windows keeps in System32. `isUtf8`: its code page, where it is not the system's.
 * Only a program that loads no library of windows and fonts may have one of its own: Wine sets up its fonts anew, for
 * every program, whenever the code page is another than the last (Chromium then finds no font of its dialogs).
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
