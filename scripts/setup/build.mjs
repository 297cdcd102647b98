/**
 * Steps "build" and "package build": the product, from `electron/`, `renderer/` and `shared/`. The first is the
 * checkout's, readable and with source maps, into `dist/`; the second is minified, into `out/package/`, which is laid
 * out as an application and holds the input of the installers.
 */
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { inOut, inRoot, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, isStamped, stamp, unstamp } from '../lib/stamp.mjs';

/** The sides of vite.config.ts: each fills a folder. */
const SIDES = ['main', 'preload', 'renderer'];
const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'vite.config.ts',
  'scripts/lib',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** The packed files: `package.json`, `dist/` and, beside it, the list of npm packages inside (lib/bundled.mjs). */
export const packageFolder = inOut('package');

const inputs = () => hashOfFiles(SOURCES.map((name) => inRoot(name)));
const allExist = (/** @type {string} */ folder) =>
  SIDES.every((side) => existsSync(path.join(folder, 'dist', side)));

/** @type {import('./prepare.mjs').Step} */
export const buildStep = {
  name: 'build',
  done: () => allExist(root) && isStamped('build', inputs()),
  run: (context) => build(context),
};

/** @type {import('./prepare.mjs').Step} */
export const packageBuildStep = {
  name: 'package build',
  done: () => allExist(packageFolder) && isStamped('package-build', inputs()),
  async run(context) {
    await buildSides(context, { title: 'for packages', prefix: 'package-', stampName: 'package-build' });
    copyFileSync(inRoot('package.json'), path.join(packageFolder, 'package.json'));
  },
};

/** Builds the checkout, whether or not it is needed. */
export const build = (/** @type {import('./prepare.mjs').Context} */ context) =>
  buildSides(context, { title: '', prefix: '', stampName: 'build' });

/**
 * @param {import('./prepare.mjs').Context} context
 * @param {{ title: string, prefix: string, stampName: string }} kind `prefix`: of the modes of vite.config.ts
 */
async function buildSides(context, { title, prefix, stampName }) {
  await longStep(`building ${SIDES.join(', ')} ${title}`.trim(), async () => {
    const hash = inputs();
    unstamp(stampName);
    // The caller's NODE_ENV (a test runner's, say) must not choose another React.
    const env = { ...context.env, NODE_ENV: 'production', NO_COLOR: '1' };
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
    for (const side of SIDES) {
      const args = [vite, 'build', '--mode', prefix + side, '--logLevel', 'warn'];
      const { code, output } = await run(context.node, args, { cwd: root, env });
      if (code !== 0) throw new SetupError(`Building ${side} failed.`, { why: tail(output, 40) });
    }
    stamp(stampName, hash);
  });
}
