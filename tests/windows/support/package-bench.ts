/**
 * The real launcher before the real Electron for Windows, with the built program in it: as a
 * package lays them out.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, requireElectron } from '../../../lab/electron-runtime.ts';
import { backportsFile } from '../../../lab/backports.ts';
import { nativeFolder } from '../../support/native/native-tools.ts';
import { windowsRun } from './windows-program.ts';

/**
 * Files of Electron's distribution to leave out: the program, which gets its own name, and files
 * that the package lacks or gets anew.
 */
const LEFT_OUT = ['electron.exe', 'default_app.asar', 'gatehouse-system.exe'];

/**
 * Makes a package as packaging does, without its fuses, icon and archive.
 *
 * @returns its folder, as this system names it
 */
export function makeWindowsPackage(): string {
  const { dist } = windowsRun();
  const { appDir } = requireElectron();
  const folder = makeSandboxFolder('package-');
  linkBelow(dist, folder);
  linkOrCopy(join(dist, 'electron.exe'), join(folder, 'Gatehouse.exe'));
  copyFileSync(join(nativeFolder, 'gatehouse-system.exe'), join(folder, 'gatehouse-system.exe'));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['gatehouse.exe', 'gatehousew.exe'])
    copyFileSync(join(nativeFolder, name), join(folder, 'bin', name));
  const app = join(folder, 'resources', 'app');
  cpSync(join(appDir, 'dist'), join(app, 'dist'), { recursive: true });
  copyFileSync(backportsFile, join(app, 'backports.cjs'));
  const description = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as Readonly<{
    main: string;
  }>;
  // As in a package for tests of this system (scripts/package/run-electron-builder.ts).
  const changed = { ...description, main: 'backports.cjs', gatehouseMain: description.main };
  writeFileSync(join(app, 'package.json'), JSON.stringify(changed));
  // Read by the user that runs Electron.
  chmodSync(folder, 0o755);
  return folder;
}

/** 250 MB: a second name of each file is enough, where both lie on one disk. */
function linkBelow(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (LEFT_OUT.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkBelow(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
