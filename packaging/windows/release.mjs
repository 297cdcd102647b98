/** Everything that `npm run package -- --win` gives beside the unpacked program. */
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../scripts/lib/log.mjs';
import { nativeFolder } from '../native/build.mjs';
import { contentsOf, LICENCES_FILE } from '../contents.mjs';
import { settle } from '../linux/linux-tree.mjs';
import { makeEach, refuseInspectable, sumUp } from '../linux/release.mjs';
import { sbomOf } from '../sbom.mjs';
import { findSigningKey } from '../signing.mjs';
import { nameOf, placesOf } from '../targets.mjs';
import { inWorkFolder } from '../tools.mjs';
import { writeZip } from '../zip.mjs';
import { makeMsi } from './msi.mjs';
import { makeSetup } from './nsis.mjs';
import { findWindowsSigner, isSigned, signWindowsFile } from './signing.mjs';
import { completeTree, programsOf, SETUP_HELPER } from './tree.mjs';

/**
 * @typedef {{ tree: string, version: string, time: Date, signer: import('./signing.mjs').WindowsSigner | undefined }}
 *   WindowsProgram the laid out files, the version that people read, the time of the sources
 */

/** @type {import('../targets.mjs').Target} */
export const WINDOWS = { platform: 'win32', arch: 'x64' };

/**
 * Makes every file that this machine can make, and reports the others.
 * @param {{ folder: string, version: string, time: Date }} source the unpacked program
 * @param {string} into a folder
 * @param {{ isFast?: boolean, env?: NodeJS.ProcessEnv }} [options] `isFast`: hardly compressed, for tests
 * @returns {Promise<string[]>} the files, the checksums and their signature at the end
 * @throws {import('../../scripts/lib/log.mjs').SetupError} if it must not be made, or cannot be signed as requested
 */
export async function makeWindowsRelease(source, into, { isFast = false, env = process.env } = {}) {
  const { folder, version, time } = source;
  await refuseInspectable(path.join(folder, placesOf(WINDOWS).code));
  const key = await findSigningKey(env);
  const signer = findWindowsSigner(env);
  if (signer === undefined) say('• no signature for Windows: GATEHOUSE_WINDOWS_SIGNING_KEY is not set');
  return inWorkFolder(async (work) => {
    const at = (/** @type {string} */ ending) => path.join(into, `${path.basename(folder)}${ending}`);
    const tree = path.join(work, 'tree');
    cpSync(folder, tree, { recursive: true });
    if (signer) await signPrograms(tree, signer);
    // The SBOM describes the shipped files: a signature changes the program.
    const sbom = sbomOf(contentsOf(tree, WINDOWS), { folder: tree, time, target: WINDOWS });
    completeTree(tree, { time, sbom });
    const program = { tree, version, time, signer };
    const top = path.basename(folder);
    const made = [await writeZip(tree, at('.zip'), { time, top, isFast })];
    await addHelper(program);
    made.push(
      ...(await makeEach([
        () => makeSetup(program, at('-setup.exe'), { isFast }),
        () => makeMsi(program, at('.msi')),
      ])),
    );
    writeFileSync(at('.cdx.json'), sbom);
    copyFileSync(path.join(folder, LICENCES_FILE), at(`.${LICENCES_FILE}`));
    made.push(at('.cdx.json'), at(`.${LICENCES_FILE}`));
    return [...made, ...(await sumUp(made, into, { key, env, name: `SHA256SUMS-${nameOf(WINDOWS)}` }))];
  });
}

/** Ours, and those of Electron that their makers have not signed. */
async function signPrograms(
  /** @type {string} */ tree,
  /** @type {import('./signing.mjs').WindowsSigner} */ signer,
) {
  for (const name of programsOf(tree)) {
    const file = path.join(tree, name);
    if (!isSigned(readFileSync(file))) await signWindowsFile(file, signer);
  }
}

/** Adds the setup helper, for the installers only. */
async function addHelper(/** @type {WindowsProgram} */ { tree, time, signer }) {
  const helper = path.join(tree, SETUP_HELPER);
  copyFileSync(path.join(nativeFolder, SETUP_HELPER), helper);
  if (signer) await signWindowsFile(helper, signer);
  settle(tree, '/', time);
}
