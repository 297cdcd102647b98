/** Step "compiler": what the programs for Windows are compiled with. Only who builds or tests those needs it. */
import { hasCompiler, installCompiler } from '../bootstrap/compiler-pypi.mjs';

/** @type {import('./prepare.mjs').Step} */
export const compilerStep = {
  name: 'compiler',
  done: () => hasCompiler(),
  run: (context) => installCompiler(context),
};
