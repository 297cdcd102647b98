/** Everything that `npm run package -- --win` gives beside the unpacked program. */
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../scripts/lib/log.mjs';
import { nativeFolder } from '../native/build.mjs';
import { contentsOf, LICENCES_FILE } from '../contents.ts';
import { settle } from '../linux/linux-tree.ts';
import { makeEach, refuseInspectable, sumUp } from '../linux/release.ts';
import { sbomOf } from '../sbom.ts';
import { findSigningKey } from '../signing.mjs';
import { nameOf, placesOf, type Target } from '../targets.mjs';
import { inWorkFolder } from '../tools.mjs';
import { writeZip } from '../zip.ts';
import { makeMsi } from './msi.ts';
import { makeSetup } from './nsis.ts';
import { findWindowsSigner, isSigned, signWindowsFile, type WindowsSigner } from './signing.ts';
import { completeTree, programsOf, SETUP_HELPER } from './tree.ts';

/** The laid out files, the version that people read, the time of the sources. */
export type WindowsProgram = { tree: string; version: string; time: Date; signer: WindowsSigner | undefined };

export const WINDOWS: Target = { platform: 'win32', arch: 'x64' };

/**
 * Makes every file that this machine can make, and reports the others.
 * @returns the files, the checksums and their signature at the end
 * @throws {SetupError} if it must not be made, or cannot be signed as requested
 */
export async function makeWindowsRelease(
  source: { folder: string; version: string; time: Date },
  into: string,
  { isFast = false, env = process.env }: { isFast?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<string[]> {
  const { folder, version, time } = source;
  await refuseInspectable(path.join(folder, placesOf(WINDOWS).code));
  const key = await findSigningKey(env);
  const signer = findWindowsSigner(env);
  if (signer === undefined) say('• no signature for Windows: GATEHOUSE_WINDOWS_SIGNING_KEY is not set');
  return inWorkFolder(async (work) => {
    const at = (ending: string) => path.join(into, `${path.basename(folder)}${ending}`);
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
async function signPrograms(tree: string, signer: WindowsSigner) {
  for (const name of programsOf(tree)) {
    const file = path.join(tree, name);
    if (!isSigned(readFileSync(file))) await signWindowsFile(file, signer);
  }
}

/** Adds the setup helper, for the installers only. */
async function addHelper({ tree, time, signer }: WindowsProgram) {
  const helper = path.join(tree, SETUP_HELPER);
  copyFileSync(path.join(nativeFolder, SETUP_HELPER), helper);
  if (signer) await signWindowsFile(helper, signer);
  settle(tree, '/', time);
}
