/**
 * The files of an installed Gatehouse on Windows as they lie on the disk: the source of zip,
 * setup.exe and MSI.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../scripts/lib/log.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { LICENCES_FILE } from '../contents.ts';
import { pathsOf, setModesAndTimes } from '../linux/linux-tree.ts';
import type { WindowsSigner } from './signing.ts';

/** The laid out files, the version that people read, the time of the sources. */
export type WindowsProgram = {
  tree: string;
  version: string;
  time: Date;
  signer: WindowsSigner | undefined;
};

/** For the installers only: it changes the computer, so it is in no zip. */
export const SETUP_HELPER = 'gatehouse-setup.exe';

/** Allowed beside the required files. Any other file is refused. */
const ALLOWED = [
  /^(d3dcompiler_47|dxcompiler|dxil|ffmpeg|libEGL|libGLESv2|vk_swiftshader|vulkan-1)\.dll$/,
  /^(chrome_100_percent|chrome_200_percent|resources)\.pak$/,
  /^(snapshot_blob\.bin|vk_swiftshader_icd\.json|version)$/,
  /^locales\/[a-zA-Z0-9-]+\.pak$/,
  /^(LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/,
  /^documents\/(sbom\.cdx\.json|config\.schema\.json|CHANGELOG\.md)$/,
];
/** Required for a safe start, and by administrators. */
const NEEDED = [
  'Gatehouse.exe',
  'bin/gatehouse.exe',
  'bin/gatehousew.exe',
  'gatehouse-system.exe',
  'resources/app.asar',
  'icudtl.dat',
  'v8_context_snapshot.bin',
  LICENCES_FILE,
  'documents/templates/windows/gatehouse.admx',
  'documents/templates/windows/en-US/gatehouse.adml',
];

/**
 * Adds the documents to a copy of the unpacked program, and gives every file its time.
 *
 * @throws {SetupError} where something is there that must not be, or is missing
 */
export function completeTree(tree: string, { time, sbom }: { time: Date; sbom: string }) {
  const documents = path.join(tree, 'documents');
  mkdirSync(documents);
  writeFileSync(path.join(documents, 'sbom.cdx.json'), sbom);
  cpSync(
    inRoot('packaging', 'schemas', 'config.schema.json'),
    path.join(documents, 'config.schema.json'),
  );
  cpSync(inRoot('CHANGELOG.md'), path.join(documents, 'CHANGELOG.md'));
  const templates = path.join(documents, 'templates', 'windows');
  cpSync(inRoot('packaging', 'policies', 'windows'), templates, { recursive: true });
  const faults = faultsOf(filesOf(tree));
  if (faults.length > 0)
    throw new SetupError('The program for Windows has missing or unknown files.', {
      why: faults.join('\n'),
      remedy: 'a file that belongs there needs a row in packaging/windows/tree.ts',
    });
  setModesAndTimes(tree, time);
}

/** Every file below a tree, with slashes, in order. */
export const filesOf = (tree: string) =>
  pathsOf(tree).flatMap(({ place, kind }) => (kind === 'folder' ? [] : [place.slice(1)]));

/** The faults of a list of files; empty if it is valid. */
export const faultsOf = (files: readonly string[]) => [
  ...files
    .filter((name) => !NEEDED.includes(name) && !ALLOWED.some((pattern) => pattern.test(name)))
    .map((name) => `not allowed: ${name}`),
  ...NEEDED.filter((name) => !files.includes(name)).map((name) => `missing: ${name}`),
];

/** Programs and libraries below a tree: the files that Windows checks for a signature. */
export const programsOf = (tree: string) =>
  filesOf(tree).filter((name) => /\.(exe|dll)$/.test(name));
