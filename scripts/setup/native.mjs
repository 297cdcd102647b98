/** Step "native": the programs for Windows, from `launcher/` into `out/native/win32-x64/`. */
import { COMPILER_VERSION } from '../../packaging/native/compiler.mjs';
import { inRoot } from '../lib/paths.mjs';
import { hashOfFiles, isStamped, stamp, unstamp } from '../lib/stamp.mjs';
import { analyseAll } from '../../packaging/native/analyse.mjs';
import { buildNative, isBuilt } from '../../packaging/native/build.mjs';

const SOURCES = ['launcher', 'packaging/native', 'package.json'];
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
