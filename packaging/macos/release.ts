/**
 * All output of `npm run package -- --mac` for one processor beside the unpacked program. It was
 * never run.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { print } from '../../scripts/lib/log.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { contentsOf } from '../contents.ts';
import { setModesAndTimes } from '../linux/linux-tree.ts';
import { makeEach, release, type Options, type Source } from '../release.ts';
import { sbomOf } from '../sbom.ts';
import { placesOf } from '../targets.ts';
import { inWorkFolder } from '../tools.ts';
import { writeZip } from '../zip.ts';
import { makeDmg } from './dmg.ts';
import { findMacSigner, signApp } from './signing.ts';

export const makeMacRelease = (source: Source, into: string, options: Options) =>
  release(source, into, options, async ({ folder, time, target, isFast, env, at }) => {
    const signer = findMacSigner(env);
    if (signer === undefined) print('• signed ad hoc: GATEHOUSE_MAC_SIGNING_KEY is not set');
    return inWorkFolder(async (work) => {
      const tree = path.join(work, 'tree');
      cpSync(folder, tree, { recursive: true, verbatimSymlinks: true });
      // The signature includes the documents.
      const documents = path.join(tree, placesOf(target).documents);
      const sbom = sbomOf(contentsOf(tree, target), { folder: tree, time, target });
      writeFileSync(path.join(documents, 'sbom.cdx.json'), sbom);
      const templates = path.join(documents, 'templates');
      cpSync(inRoot('packaging', 'policies', 'macos'), templates, { recursive: true });
      rmSync(path.join(tree, 'version'));
      setModesAndTimes(tree, time);
      const app = path.join(tree, 'Gatehouse.app');
      await signApp(app, signer);
      const zip = await writeZip(tree, at('.zip'), { time, isFast });
      return [[zip, ...(await makeEach([makeDmg({ app, time }, at('.dmg'), { isFast })]))], sbom];
    });
  });
