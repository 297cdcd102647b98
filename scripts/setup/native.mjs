/** Steps "compiler" and "native": the programs for Windows, from `launcher/` into `out/native/win32-x64/`. */
import { COMPILER_VERSION, hasCompiler, installCompiler } from '../../packaging/native/compiler.mjs';
import { inRoot } from '../lib/paths.mjs';
import { hashOfFiles, stampedStep } from '../lib/stamp.mjs';
import { analyseAll } from '../../packaging/native/analyse.mjs';
import { buildNative, isBuilt } from '../../packaging/native/build.mjs';

const SOURCES = ['launcher', 'packaging/native', 'package.json'];

/** @type {import('./prepare.mjs').Step} */
export const compilerStep = { name: 'compiler', done: hasCompiler, run: installCompiler };

export const nativeStep = stampedStep(
  'native',
  () => `${COMPILER_VERSION} ${hashOfFiles(SOURCES.map((name) => inRoot(name)))}`,
  isBuilt,
  async () => {
    await analyseAll();
    await buildNative();
  },
);
