/**
 * Steps "package" and "package for …": the unpacked program for a platform in release/, made anew when its inputs have
 * changed. Electron for another platform than this one is put together, and not run.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { backportsFile } from '../../lab/backports.mjs';
import { distFor, PACKAGED_VERSION } from '../../lab/electron-pypi.mjs';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { inRoot, inToolchain, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, hashOfTexts, readJson, stampedStep, writeWhole } from '../lib/stamp.mjs';
import { HOST, nameOf, placesOf } from '../../packaging/targets.mjs';
import { sha256 } from '../../packaging/tools.mjs';

/**
 * @typedef {import('../../packaging/targets.mjs').Target} Target
 * @typedef {import('./prepare.mjs').Context} Context
 * @typedef {{ dist: string, version: string, wanted: string }} Electron `dist`: its folder, or the zip file of its release
 * @typedef {{ folder: string, executable: string, version: string, wanted: string }} Packaged `version`: of the Electron in it
 */

/** The folder with the zip files of Electron's release, for other platforms. */
const VARIABLE = 'GATEHOUSE_ELECTRON_ZIPS';

const SOURCES = [
  ...['out/package', 'launcher', 'LICENSE', 'electron-builder.yml', 'package.json'],
  ...['packaging/icons', 'packaging/targets.mjs'],
  ...['scripts/setup/pack.mjs', 'packaging/contents.ts', 'packaging/icons.ts'],
];

/** Where the tests find the packed program. */
const noteOf = (/** @type {Target} */ target) =>
  inToolchain(target === HOST ? 'packaged.json' : `packaged-${nameOf(target)}.json`);

/** The packed program for a platform. @returns {Packaged} */
export const packedFor = (/** @type {Target} */ target) => readJson(noteOf(target));

export const packageStep = packStep('package', HOST, [], ({ electron }) => {
  if (electron === undefined) throw new Error('the package step needs an Electron');
  return { ...electron };
});

/** The step for another platform; `older`: the older Electron for it, out of PyPI. */
const packOtherStep = (/** @type {Target} */ target, /** @type {string} */ older) =>
  packStep(`package for ${nameOf(target)}`, target, ['out/native'], () => {
    const wanted = String(readJson(inRoot('node_modules', 'electron', 'package.json')).version);
    const released = releasedElectron(target, wanted);
    if (released !== undefined) return { dist: released, version: wanted, wanted };
    say(`• ${VARIABLE} names no folder with the zip files of Electron ${wanted}`);
    return { dist: older, version: PACKAGED_VERSION, wanted };
  });

export const packWindowsStep = packOtherStep(
  { platform: 'win32', arch: 'x64' },
  distFor('win32-x64'),
);
export const packMacSteps = /** @type {const} */ (['x64', 'arm64']).map((arch) =>
  packOtherStep({ platform: 'darwin', arch }, distFor(`darwin-${arch}`)),
);

/**
 * @param {string} name
 * @param {Target} target
 * @param {readonly string[]} more sources
 * @param {(context: Context) => Electron | Promise<Electron>} electronFor
 */
function packStep(name, target, more, electronFor) {
  const files = [...[...SOURCES, ...more].map((source) => inRoot(source)), backportsFile];
  const inputs = (/** @type {Context} */ { electron }) =>
    hashOfTexts(
      hashOfFiles(files),
      target === HOST ? `${electron?.dist} ${electron?.version}` : (process.env[VARIABLE] ?? ''),
    );
  const isThere = () => existsSync(packedFor(target)?.executable ?? '');
  return stampedStep(name, inputs, isThere, async (context) => {
    const packed = await pack(context, target, await electronFor(context));
    writeWhole(noteOf(target), `${JSON.stringify(packed, null, 2)}\n`);
  });
}

/** @returns {Promise<Packaged>} */
async function pack(
  /** @type {Context} */ { node, env },
  /** @type {Target} */ target,
  /** @type {Electron} */ { dist, version, wanted },
) {
  const { name, version: product } = readJson(inRoot('package.json'));
  // The folder's name marks a package that is not for release.
  const suffix = version === wanted ? '' : `-electron${Number.parseInt(version, 10)}-test`;
  const folder = inRoot('release', `${name}-${product}-${nameOf(target)}${suffix}`);
  await longStep(`packaging into ${path.relative(root, folder)}/`, async () => {
    const script = inRoot('scripts', 'setup', 'pack.mjs');
    const { code, output } = await run(
      node,
      [script, dist, version, wanted, folder, nameOf(target)],
      {
        cwd: root,
        env: { ...env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ELECTRON_BUILDER_OFFLINE: 'true' },
        tied: 'TERM',
      },
    );
    if (code !== 0) throw new SetupError('Packaging failed.', { why: tail(output, 30) });
    // The lines of pack.mjs, without electron-builder's.
    process.stderr.write(output.replace(/^(?!• ).*\n/gm, ''));
  });
  return { folder, executable: path.join(folder, placesOf(target).executable), version, wanted };
}

/**
 * The zip file of the release of package.json's Electron, which must have the checksum that the npm package electron
 * pins.
 * @returns undefined where no zip files were given
 */
function releasedElectron(/** @type {Target} */ target, /** @type {string} */ wanted) {
  const folder = process.env[VARIABLE];
  if (!folder) return undefined;
  const name = `electron-v${wanted}-${nameOf(target)}.zip`;
  const file = path.resolve(folder, name);
  const remedy = `put ${name} of Electron's release there, or unset ${VARIABLE}`;
  if (!existsSync(file)) throw new SetupError(`${VARIABLE} has no ${name}.`, { remedy });
  const pinned = readJson(inRoot('node_modules', 'electron', 'checksums.json'))?.[name];
  const found = sha256(readFileSync(file));
  if (found !== pinned)
    throw new SetupError(`${name} is not the file that the package electron pins.`, {
      why: `its SHA-256 is ${found}, expected ${pinned}`,
      remedy,
    });
  return file;
}
