/** Step "compiler": the compiler of the programs for Windows. Only building or testing those needs it. */
import { hasCompiler, installCompiler } from '../../packaging/native/compiler.mjs';

/** @type {import('./prepare.mjs').Step} */
export const compilerStep = {
  name: 'compiler',
  done: () => hasCompiler(),
  run: (context) => installCompiler(context),
};
