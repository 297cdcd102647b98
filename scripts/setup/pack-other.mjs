/**
 * Steps "package for …": the unpacked program for another platform than this one, in release/, made anew when its
 * inputs have changed. Its Electron is put together here, and not run.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backportsFile } from '../../lab/backports.mjs';
import { PACKAGED_VERSION } from '../../lab/electron-pypi.mjs';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { inRoot, inToolchain, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, hashOfTexts, isStamped, readJson, stamp, unstamp, writeWhole } from '../lib/stamp.mjs';
import { nameOf, placesOf } from '../../packaging/targets.mjs';

const VARIABLE = 'GATEHOUSE_ELECTRON_ZIPS';

const SOURCES = [
  'out/package',
  'launcher',
  'out/native',
  'LICENSE',
  'electron-builder.yml',
  'package.json',
  'packaging/icons',
];
const SCRIPTS = [
  'scripts/setup/pack.mjs',
  'packaging/contents.mjs',
  'packaging/icons.mjs',
  'packaging/icon-pictures.mjs',
  'packaging/targets.mjs',
];

/**
 * @typedef {import('../../packaging/targets.mjs').Target} Target
 * @typedef {{ folder: string, version: string, wanted: string }} PackedOther `version`: of the Electron in it
 */

/** Where the tests find the packed program. */
const noteOf = (/** @type {Target} */ target) => inToolchain(`packaged-${nameOf(target)}.json`);

/** The packed program for a platform. @returns {PackedOther} */
export const packedFor = (/** @type {Target} */ target) => readJson(noteOf(target));

/**
 * The step for a platform.
 * @param {Target} target
 * @param {string} older the older Electron for it, out of PyPI
 * @returns {import('./prepare.mjs').Step}
 */
export function packOtherStep(target, older) {
  const name = `package for ${nameOf(target)}`;
  const inputs = () =>
    hashOfTexts(
      hashOfFiles([...SOURCES, ...SCRIPTS].map((one) => inRoot(one))),
      hashOfFiles([backportsFile]),
      process.env[VARIABLE] ?? '',
    );
  return {
    name,
    done: () => isStamped(name, inputs()) && existsSync(packedFor(target)?.folder ?? ''),
    async run(context) {
      const hash = inputs();
      unstamp(name);
      const packed = await pack(context, target, older);
      writeWhole(noteOf(target), `${JSON.stringify(packed, null, 2)}\n`);
      stamp(name, hash);
    },
  };
}

/** @returns {Promise<PackedOther>} */
async function pack(
  /** @type {import('./prepare.mjs').Context} */ context,
  /** @type {Target} */ target,
  /** @type {string} */ older,
) {
  const wanted = String(readJson(inRoot('node_modules', 'electron', 'package.json')).version);
  const released = await releasedElectron(target, wanted);
  const version = released === undefined ? PACKAGED_VERSION : wanted;
  const { name, version: product } = readJson(inRoot('package.json'));
  const suffix = version === wanted ? '' : `-electron${Number.parseInt(version, 10)}-test`;
  const folder = inRoot('release', `${name}-${product}-${nameOf(target)}${suffix}`);
  await longStep(`packaging into ${path.relative(root, folder)}/`, async () => {
    const args = [released ?? older, version, wanted, folder, nameOf(target)];
    const env = { ...context.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', ELECTRON_BUILDER_OFFLINE: 'true' };
    const result = await run(context.node, [inRoot('scripts', 'setup', 'pack.mjs'), ...args], {
      cwd: root,
      env,
      tied: 'TERM',
    });
    if (result.code !== 0) throw new SetupError('Packaging failed.', { why: tail(result.output, 30) });
  });
  if (released === undefined)
    say(
      `• with Electron ${version}, which is older: ${VARIABLE} names a folder with the zip files of another`,
    );
  return { folder, version, wanted };
}

/**
 * The Electron of package.json, out of the zip file of its release, which must have the checksum that the npm package
 * electron pins.
 * @returns {Promise<string | undefined>} its folder; undefined where no zip files were given
 */
async function releasedElectron(/** @type {Target} */ target, /** @type {string} */ wanted) {
  const folder = process.env[VARIABLE];
  if (!folder) return undefined;
  const name = `electron-v${wanted}-${nameOf(target)}.zip`;
  const file = path.join(folder, name);
  const remedy = `put ${name} of Electron's release there, or unset ${VARIABLE}`;
  if (!existsSync(file)) throw new SetupError(`${VARIABLE} has no ${name}.`, { remedy });
  const pinned = readJson(inRoot('node_modules', 'electron', 'checksums.json'))?.[name];
  const found = await sha256(file);
  if (found !== pinned)
    throw new SetupError(`${name} is not the file that the package electron pins.`, {
      why: `its SHA-256 is ${found}, expected ${pinned}`,
      remedy,
    });
  const dist = inToolchain(`electron-${wanted}-${nameOf(target)}`);
  if (existsSync(path.join(dist, placesOf(target).electron))) return dist;
  const draft = `${dist}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const unpacked = await run('unzip', ['-q', file, '-d', draft]);
  if (unpacked.code !== 0)
    throw new SetupError(`${name} could not be unpacked.`, {
      why: tail(unpacked.output, 4),
      remedy: 'sudo apt-get install unzip',
    });
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
  return dist;
}

async function sha256(/** @type {string} */ file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
