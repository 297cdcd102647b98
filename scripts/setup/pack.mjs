/**
 * Runs electron-builder: `node pack.mjs DIST VERSION WANTED FOLDER` (package-step.mjs does).
 * With an Electron older than the one the program is written for, the backports go into the package and become its
 * main, and the name says so. Nothing is downloaded.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Platform } from 'electron-builder';
import { say } from '../lib/log.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { readJson } from '../lib/stamp.mjs';
import { backportsFile } from '../bootstrap/backports.mjs';
import { contentsOf, LICENCES_FILE } from '../package/contents.mjs';
import { licenceList } from '../package/licences.mjs';

const [, , dist, version, wanted, target] = process.argv;
if (!dist || !version || !wanted || !target)
  throw new Error('usage: node pack.mjs DIST VERSION WANTED FOLDER');

const { main } = readJson(inRoot('package.json'));
const forTests = version !== wanted;
const work = inRoot('release', '.work');

if (forTests) say(`• Electron ${version} instead of ${wanted}: a package for tests, not for release`);
rmSync(work, { recursive: true, force: true });

/** @type {import('electron-builder').Configuration} */
const config = {
  electronDist: dist,
  electronVersion: version,
  directories: { output: work },
  ...(forTests && { extraMetadata: { main: 'backports.cjs', gatehouseMain: main } }),
  // electron-builder.yml has been read by then; what is given here would replace its lists, not add to them.
  beforePack: async ({ packager }) => {
    await leaveOutMissingFuses(packager.config.electronFuses);
    const backports = { from: path.dirname(backportsFile), to: '.', filter: ['backports.cjs'] };
    if (forTests) packager.config.files = [packager.config.files ?? [], backports].flat();
  },
};
await build({ projectDir: root, targets: Platform.LINUX.createTarget('dir'), publish: 'never', config });

/** Takes out what the binary does not have, aloud: the release's Electron has them all. */
async function leaveOutMissingFuses(/** @type {any} */ fuses) {
  const wire = await getCurrentFuseWire(path.join(String(dist), 'electron'));
  for (const [option, name] of Object.entries(FuseV1Options)) {
    if (typeof name !== 'string' || option in wire) continue;
    const key = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    delete fuses[key];
    say(`• Electron ${version} does not have the fuse ${key}: left out`);
  }
}

const unpacked = path.join(work, 'linux-unpacked');
if (!existsSync(unpacked)) throw new Error(`electron-builder left no ${unpacked}`);
writeFileSync(path.join(unpacked, LICENCES_FILE), licenceList(contentsOf(unpacked)));
rmSync(target, { recursive: true, force: true });
renameSync(unpacked, target);
rmSync(work, { recursive: true, force: true });
