/** All output of `npm run package -- --mac` for one processor beside the unpacked program. It was never run. */
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../scripts/lib/log.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { contentsOf, LICENCES_FILE } from '../contents.ts';
import { settle } from '../linux/linux-tree.ts';
import { makeEach, refuseInspectable, sumUp } from '../linux/release.ts';
import { sbomOf } from '../sbom.ts';
import { findSigningKey } from '../signing.mjs';
import { nameOf, placesOf, type Target } from '../targets.mjs';
import { inWorkFolder } from '../tools.mjs';
import { writeZip } from '../zip.ts';
import { makeDmg } from './dmg.ts';
import { findMacSigner, signApp } from './signing.ts';

/**
 * Makes every file that this machine can make, and reports the others.
 * @returns the files, the checksums and their signature at the end
 * @throws {SetupError} if it must not be made, or cannot be signed as requested
 */
export async function makeMacRelease(
  source: { folder: string; time: Date },
  into: string,
  {
    target,
    isFast = false,
    env = process.env,
  }: { target: Target; isFast?: boolean; env?: NodeJS.ProcessEnv },
): Promise<string[]> {
  const { folder, time } = source;
  const places = placesOf(target);
  await refuseInspectable(path.join(folder, 'Gatehouse.app'));
  const key = await findSigningKey(env);
  const signer = findMacSigner(env);
  if (signer === undefined) say('• signed ad hoc: GATEHOUSE_MAC_SIGNING_KEY is not set');
  return inWorkFolder(async (work) => {
    const at = (ending: string) => path.join(into, `${path.basename(folder)}.${ending}`);
    const tree = path.join(work, 'tree');
    cpSync(folder, tree, { recursive: true, verbatimSymlinks: true });
    // The signature includes the documents.
    const documents = path.join(tree, places.documents);
    const sbom = sbomOf(contentsOf(tree, target), { folder: tree, time, target });
    writeFileSync(path.join(documents, 'sbom.cdx.json'), sbom);
    const templates = path.join(documents, 'templates');
    mkdirSync(templates);
    cpSync(inRoot('packaging', 'policies', 'macos'), templates, { recursive: true });
    rmSync(path.join(tree, 'version'));
    settle(tree, '/', time);
    const app = path.join(tree, 'Gatehouse.app');
    await signApp(app, signer);
    const made = [
      await writeZip(tree, at('zip'), { time, isFast }),
      ...(await makeEach([() => makeDmg({ app, time }, at('dmg'), { isFast })])),
    ];
    writeFileSync(at('cdx.json'), sbom);
    copyFileSync(path.join(documents, LICENCES_FILE), at(LICENCES_FILE));
    made.push(at('cdx.json'), at(LICENCES_FILE));
    return [...made, ...(await sumUp(made, into, { key, env, name: `SHA256SUMS-${nameOf(target)}` }))];
  });
}
