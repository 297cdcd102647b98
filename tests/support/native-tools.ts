/** The compiler of the programs for Windows, and its output; tests that need it are skipped if it is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compilerProgram } from '../../packaging/native/compiler.mjs';
import { nativeFolder } from '../../packaging/native/build.mjs';
import { PROGRAMS } from '../../packaging/native/programs.mjs';

export { analyse, analysedFiles } from '../../packaging/native/analyse.mjs';
export { compileProgram } from '../../packaging/native/build.mjs';
export {
  checkoutLauncher,
  compilePackaged,
  launcherSources,
  LAUNCHER_TARGETS,
  packagedLauncher,
} from '../../packaging/native/launcher.mjs';
export type { LauncherKind } from '../../packaging/native/launcher.mjs';
export { WARNINGS } from '../../packaging/native/compiler.mjs';
export { sourceFolder, sourcesOf } from '../../packaging/native/programs.mjs';
export { compilerProgram, nativeFolder, PROGRAMS };

/** Reason why no program can be compiled here; empty if the compiler exists. */
export const withoutCompiler = existsSync(compilerProgram)
  ? ''
  : '`npm run native` fetches the compiler';

/** Why there are no programs for Windows here; empty where there are. */
export const withoutPrograms = PROGRAMS.every(({ name }) => existsSync(join(nativeFolder, name)))
  ? ''
  : '`npm run native` builds the programs for Windows';
