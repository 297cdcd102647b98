/** The compiler of the programs for Windows, and its output; tests that need it are skipped if it is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadScript } from '../lab/load-script.ts';

/** A program for Windows, as packaging/native/programs.mjs lists it. */
export type NativeProgram = Readonly<{
  name: string;
  about: string;
  subsystem: 'console' | 'windows';
  folders: readonly string[];
  libraries: readonly string[];
  isUtf8?: boolean;
}>;

type Build = Readonly<{
  nativeFolder: string;
  WARNINGS: readonly string[];
  compileProgram: (
    target: string,
    what: Omit<NativeProgram, 'folders'> &
      Readonly<{ files: readonly string[]; folder: string; cache?: string }>,
  ) => Promise<void>;
}>;

type Analyser = Readonly<{
  analyse: (files: readonly string[], folder: string) => Promise<void>;
  analysedFiles: () => readonly string[];
}>;

type Programs = Readonly<{
  PROGRAMS: readonly NativeProgram[];
  sourceFolder: string;
  sourcesOf: (program: NativeProgram) => readonly string[];
}>;

const { compilerProgram } = await loadScript<{ compilerProgram: string }>('packaging/native/compiler.mjs');
const { nativeFolder, WARNINGS, compileProgram } = await loadScript<Build>('packaging/native/build.mjs');
const { analyse, analysedFiles } = await loadScript<Analyser>('packaging/native/analyse.mjs');
const { PROGRAMS, sourceFolder, sourcesOf } = await loadScript<Programs>('packaging/native/programs.mjs');

export {
  analyse,
  analysedFiles,
  compileProgram,
  compilerProgram,
  nativeFolder,
  PROGRAMS,
  sourceFolder,
  sourcesOf,
  WARNINGS,
};

/** Reason why no program can be compiled here; empty if the compiler exists. */
export const withoutCompiler = existsSync(compilerProgram)
  ? ''
  : '`node scripts/native.mjs` fetches the compiler';

/** Why there are no programs for Windows here; empty where there are. */
export const withoutPrograms = PROGRAMS.every(({ name }) => existsSync(join(nativeFolder, name)))
  ? ''
  : '`node scripts/native.mjs` builds the programs for Windows';
