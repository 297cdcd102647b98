/** Everything that `npm run package -- --win` gives beside the unpacked program. */
import { copyFileSync, cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { print } from '../../scripts/lib/log.ts';
import { nativeFolder } from '../native/build.ts';
import { contentsOf } from '../contents.ts';
import { setModesAndTimes } from '../linux/linux-tree.ts';
import { makeEach, release, type Options, type Source } from '../release.ts';
import { sbomOf } from '../sbom.ts';
import { inWorkFolder } from '../tools.ts';
import { writeZip } from '../zip.ts';
import { makeMsi } from './msi.ts';
import { makeSetup } from './nsis.ts';
import { findWindowsSigner, isSigned, signWindowsFile } from './signing.ts';
import { completeTree, programsOf, SETUP_HELPER, type WindowsProgram } from './tree.ts';

export const makeWindowsRelease = (source: Source, into: string, options: Options) =>
  release(source, into, options, async ({ folder, version, time, target, isFast, env, at }) => {
    const signer = findWindowsSigner(env);
    if (signer === undefined)
      print('• no signature for Windows: GATEHOUSE_WINDOWS_SIGNING_KEY is not set');
    return inWorkFolder(async (work) => {
      const tree = path.join(work, 'tree');
      cpSync(folder, tree, { recursive: true });
      // Ours, and those of Electron that their makers have not signed.
      for (const file of programsOf(tree).map((name) => path.join(tree, name)))
        if (signer && !isSigned(readFileSync(file))) await signWindowsFile(file, signer);
      // The SBOM describes the shipped files: a signature changes the program.
      const sbom = sbomOf(contentsOf(tree, target), { folder: tree, time, target });
      completeTree(tree, { time, sbom });
      const program = { tree, version, time, signer };
      const zip = await writeZip(tree, at('.zip'), { time, top: path.basename(folder), isFast });
      await addHelper(program);
      const installers = [
        makeSetup(program, at('-setup.exe'), { isFast }),
        makeMsi(program, at('.msi')),
      ];
      return [[zip, ...(await makeEach(installers))], sbom];
    });
  });

/** Adds the setup helper, for the installers only. */
async function addHelper({ tree, time, signer }: WindowsProgram) {
  const helper = path.join(tree, SETUP_HELPER);
  copyFileSync(path.join(nativeFolder, SETUP_HELPER), helper);
  if (signer) await signWindowsFile(helper, signer);
  setModesAndTimes(tree, time);
}
