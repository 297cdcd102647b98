/** setup.exe, by `makensis`: packaging/windows/setup.nsi with the list of files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { readJson } from '../../scripts/lib/stamp.mjs';
import { ico } from '../icons.mjs';
import { kibibytesOf, pathsOf } from '../linux/linux-tree.mjs';
import { environmentAt, inWorkFolder, runTool } from '../tools.mjs';
import { signCommand, signWindowsFile } from './signing.mjs';

/**
 * Makes the installer.
 * @param {import('./release.mjs').WindowsProgram} program
 * @param {string} file the file to write
 * @param {{ isFast?: boolean }} [options] `isFast`: hardly compressed, for tests
 * @returns {Promise<string>} the file
 * @throws {import('../../scripts/lib/log.mjs').SetupError} where `makensis` is missing or fails
 */
export async function makeSetup({ tree, version, time, signer }, file, { isFast = false } = {}) {
  return inWorkFolder(async (work) => {
    const paths = pathsOf(tree);
    const at = (/** @type {string} */ name, /** @type {string | Buffer} */ content) => {
      writeFileSync(path.join(work, name), content);
      return path.join(work, name);
    };
    const defines = {
      OUT: path.resolve(file),
      FAST: isFast ? 'yes' : 'no',
      VERSION: version,
      NUMBER: readJson(inRoot('package.json')).version.replace(/-.*/, ''),
      AUTHOR: readJson(inRoot('package.json')).author,
      LICENSE: inRoot('LICENSE'),
      KILOBYTES: String(kibibytesOf(tree)),
      ICON: at('gatehouse.ico', ico()),
      FILES: at('files.nsh', filesScript(tree, paths)),
      REMOVALS: at('removals.nsh', removalsScript(paths)),
      ...(signer && { SIGN: ['osslsigncode', ...signCommand(signer).map(quoted)].join(' ') }),
    };
    const words = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    await runTool(
      'makensis',
      ['-V2', '-INPUTCHARSET', 'UTF8', ...words, inRoot('packaging', 'windows', 'setup.nsi')],
      {
        makes: 'setup.exe',
        from: 'nsis',
        env: environmentAt(time),
      },
    );
    if (signer) await signWindowsFile(file, signer);
    return file;
  });
}

const quoted = (/** @type {string} */ word) => `"${word}"`;
const inWindows = (/** @type {string} */ place) => place.slice(1).replaceAll('/', '\\');

/** @typedef {ReturnType<typeof pathsOf>} Paths */

/** Each file by its name and in one order: NSIS would take those of a folder as the disk gives them. */
function filesScript(/** @type {string} */ tree, /** @type {Paths} */ paths) {
  let current = '';
  return paths
    .flatMap(({ place, kind }) => {
      if (kind === 'folder') return [];
      const folder = path.posix.dirname(place);
      const change = folder === current ? [] : [`SetOutPath "$INSTDIR\\${inWindows(folder)}"`];
      current = folder;
      return [...change, `File "${path.join(tree, place)}"`];
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Removal by name as well: a folder that contains other files stays. */
function removalsScript(/** @type {Paths} */ paths) {
  const files = paths.filter(({ kind }) => kind !== 'folder');
  const folders = paths.filter(({ kind }) => kind === 'folder').reverse();
  return [
    ...files.map(({ place }) => `Delete "$INSTDIR\\${inWindows(place)}"\n`),
    ...folders.map(({ place }) => `RMDir "$INSTDIR\\${inWindows(place)}"\n`),
  ].join('');
}
