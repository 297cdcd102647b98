/**
 * The compiler of the programs for Windows, and its output; tests that need it are skipped if it is
 * missing.
 */
import { existsSync } from 'node:fs';
import { compilerProgram } from '../../../packaging/native/compiler.ts';
import { isNativeBuilt, nativeFolder } from '../../../packaging/native/build.ts';
import { WINDOWS_PROGRAMS } from '../../../packaging/native/programs.ts';

export { analyse, analysedFiles } from '../../../packaging/native/analyse.ts';
export { compileProgram } from '../../../packaging/native/build.ts';
export {
  checkoutLauncher,
  compilePackaged,
  launcherSources,
  LAUNCHER_TARGETS,
  packagedLauncher,
} from '../../../packaging/native/launcher.ts';
export type { LauncherKind } from '../../../packaging/native/launcher.ts';
export { WARNINGS } from '../../../packaging/native/compiler.ts';
export { sourceFolder, sourcesOf } from '../../../packaging/native/programs.ts';
export { compilerProgram, nativeFolder, WINDOWS_PROGRAMS };

/** Reason why no program can be compiled here; empty if the compiler exists. */
export const withoutCompiler = existsSync(compilerProgram)
  ? ''
  : '`npm run native` fetches the compiler';

/** Why there are no programs for Windows here, made from today's sources; empty where there are. */
export const withoutPrograms = isNativeBuilt()
  ? ''
  : '`npm run native` builds the programs for Windows';
