/** setup.exe, by `makensis`: packaging/windows/setup.nsi with the list of files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.ts';
import { ownPackage } from '../../scripts/lib/package-files.ts';
import { ico } from '../icons.ts';
import { kibibytesOf, pathsOf, type Place } from '../linux/linux-tree.ts';
import { environmentAt, inWorkFolder, runTool } from '../tools.ts';
import { signCommand, signWindowsFile } from './signing.ts';
import type { WindowsProgram } from './tree.ts';

/** Makes the installer. */
export async function makeSetup(
  { tree, version, time, signer }: WindowsProgram,
  file: string,
  { isFast = false }: { isFast?: boolean } = {},
): Promise<string> {
  return inWorkFolder(async (work) => {
    const paths = pathsOf(tree);
    const at = (name: string, content: string | Buffer) => {
      writeFileSync(path.join(work, name), content);
      return path.join(work, name);
    };
    const info = ownPackage();
    const defines = {
      OUT: path.resolve(file),
      FAST: isFast ? 'yes' : 'no',
      VERSION: version,
      NUMBER: info.version.replace(/-.*/, ''),
      AUTHOR: info.author,
      LICENSE: inRoot('LICENSE'),
      KILOBYTES: String(kibibytesOf(tree)),
      ICON: at('gatehouse.ico', ico()),
      FILES: at('files.nsh', filesScript(tree, paths)),
      REMOVALS: at('removals.nsh', removalsScript(paths)),
      ...(signer && { SIGN: ['osslsigncode', ...signCommand(signer).map(quoted)].join(' ') }),
    };
    const words = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
    const script = inRoot('packaging', 'windows', 'setup.nsi');
    const about = { makes: 'setup.exe', from: 'nsis', env: environmentAt(time) };
    await runTool('makensis', ['-V2', '-INPUTCHARSET', 'UTF8', ...words, script], about);
    if (signer) await signWindowsFile(file, signer);
    return file;
  });
}

const quoted = (word: string) => `"${word}"`;
const inWindows = (place: string) => place.slice(1).replaceAll('/', '\\');

/** Each file by its name and in one order: NSIS would take those of a folder as the disk gives them. */
function filesScript(tree: string, paths: readonly Place[]) {
  let current = '';
  return paths
    .filter(({ kind }) => kind !== 'folder')
    .flatMap(({ place }) => {
      const folder = path.posix.dirname(place);
      const change = folder === current ? [] : [`SetOutPath "$INSTDIR\\${inWindows(folder)}"\n`];
      current = folder;
      return [...change, `File "${path.join(tree, place)}"\n`];
    })
    .join('');
}

/** Removal by name as well: a folder that contains other files stays. */
function removalsScript(paths: readonly Place[]) {
  const files = paths.filter(({ kind }) => kind !== 'folder');
  const folders = paths.filter(({ kind }) => kind === 'folder').reverse();
  return [
    ...files.map(({ place }) => `Delete "$INSTDIR\\${inWindows(place)}"\n`),
    ...folders.map(({ place }) => `RMDir "$INSTDIR\\${inWindows(place)}"\n`),
  ].join('');
}
