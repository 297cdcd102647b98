/** Step "native": the programs for Windows, from `launcher/windows/` into `out/native/win32-x64/`. */
import { COMPILER_VERSION } from '../bootstrap/compiler-pypi.mjs';
import { inRoot } from '../lib/paths.mjs';
import { hashOfFiles, isStamped, stamp, unstamp } from '../lib/stamp.mjs';
import { analyseAll } from '../native/analyse.mjs';
import { buildNative, isBuilt } from '../native/build.mjs';

const SOURCES = ['launcher/windows', 'scripts/native', 'package.json'];
const inputs = () => `${COMPILER_VERSION} ${hashOfFiles(SOURCES.map((name) => inRoot(name)))}`;

/** @type {import('./prepare.mjs').Step} */
export const nativeStep = {
  name: 'native',
  done: () => isBuilt() && isStamped('native', inputs()),
  async run() {
    const now = inputs();
    unstamp('native');
    await analyseAll();
    await buildNative();
    stamp('native', now);
  },
};
