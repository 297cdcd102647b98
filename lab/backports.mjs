/**
 * Setup step "backports": lays out the default app for the older Electron from PyPI, which has no default app. The app
 * contains the backports (lab/backports): APIs that the older Electron lacks. The Electron of package.json needs
 * neither.
 */
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../scripts/lib/log.mjs';
import { inRoot, inToolchain, root } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { hashOfFiles, stampedStep } from '../scripts/lib/stamp.mjs';
import { packagedDist } from './electron-pypi.mjs';

const SOURCES = [
  inRoot('lab', 'backports'),
  inRoot('lab', 'default-app'),
  inRoot('lab', 'backports.mjs'),
];

/** The bundled backports: one self-contained CommonJS file. */
export const backportsFile = inToolchain('backports', 'backports.cjs');

/** Electron takes a folder of this name for the archive. */
const appOf = (/** @type {string} */ dist) => path.join(dist, 'resources', 'default_app.asar');

/**
 * The step that lays out the default app of an Electron that comes without one.
 * @param {string} dist the folder of that Electron
 */
export const defaultAppStep = (dist) =>
  stampedStep(
    `backports in ${path.basename(dist)}`,
    () => hashOfFiles(SOURCES),
    () => existsSync(appOf(dist)) && existsSync(backportsFile),
    (context) =>
      longStep('building the backports for the older Electron (lab/backports)', () =>
        makeDefaultApp(context, dist),
      ),
  );

const step = defaultAppStep(packagedDist);

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const backportsStep = {
  ...step,
  done: (context) => context.electron?.source !== 'pypi' || step.done(context),
};

async function makeDefaultApp(
  /** @type {import('../scripts/setup/prepare.mjs').Context} */ { node, env },
  /** @type {string} */ dist,
) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const into = ['--outDir', path.dirname(backportsFile), '--emptyOutDir'];
  const { code, output } = await run(node, [vite, 'build', inRoot('lab', 'backports'), ...into], {
    cwd: root,
    env,
    tied: 'TERM',
  });
  if (code !== 0) throw new SetupError('Building the backports failed.', { why: tail(output, 30) });
  rmSync(appOf(dist), { recursive: true, force: true });
  cpSync(inRoot('lab', 'default-app'), appOf(dist), { recursive: true });
  copyFileSync(backportsFile, path.join(appOf(dist), 'backports.cjs'));
}
