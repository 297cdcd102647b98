/** Step "build": the product, from `electron/`, `renderer/` and `shared/` into `dist/`. */
import { existsSync } from 'node:fs';
import { longStep, SetupError } from '../lib/log.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, isStamped, stamp, unstamp } from '../lib/stamp.mjs';

/** The builds of vite.config.ts: each is a mode of it and fills a folder of dist/. */
const MODES = ['main', 'preload', 'renderer'];
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

const inputs = () => hashOfFiles(SOURCES.map((name) => inRoot(name)));
const outputsExist = () => [...MODES, 'bundled'].every((name) => existsSync(inRoot('dist', name)));

/** @type {import('./prepare.mjs').Step} */
export const buildStep = {
  name: 'build',
  done: () => outputsExist() && isStamped('build', inputs()),
  run: (context) => build(context),
};

/** Builds, whether or not it is needed. */
export async function build(/** @type {import('./prepare.mjs').Context} */ context) {
  await longStep(`building ${MODES.join(', ')}`, async () => {
    const hash = inputs();
    unstamp('build');
    // NODE_ENV of whoever calls (a test runner, say) must not choose another React.
    const env = { ...context.env, NODE_ENV: 'production', NO_COLOR: '1' };
    for (const mode of MODES) {
      const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
      const result = await run(context.node, [vite, 'build', '--mode', mode, '--logLevel', 'warn'], {
        cwd: root,
        env,
      });
      if (result.code !== 0 || !outputExists(mode)) {
        throw new SetupError(`Building ${mode} failed.`, {
          why: tail(result.output, 40) || `dist/${mode} is empty`,
        });
      }
    }
    stamp('build', hash);
  });
}

const outputExists = (/** @type {string} */ mode) => existsSync(inRoot('dist', mode));
