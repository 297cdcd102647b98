/**
 * Compiles the programs for Windows. No C runtime is linked: the code stands on Win32 alone, so
 * that it imports only libraries of System32. The same sources give the same bytes, wherever they
 * lie and whatever was built before (tests/unit/packaging/native/build.test.ts).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { analyseAll } from './analyse.ts';
import { compilerProgram, provideCompiler, TARGET, WARNINGS, windowsHeaders } from './compiler.ts';
import { BuildError, longStep } from '../../scripts/lib/log.ts';
import { inOut, inRoot, inToolchain } from '../../scripts/lib/paths.ts';
import { run, tail } from '../../scripts/lib/run.ts';
import { isNewerThan } from '../../scripts/lib/files.ts';
import { ownPackage } from '../../scripts/lib/package-files.ts';
import { WINDOWS_PROGRAMS, sourceFolder, sourcesOf, type Program } from './programs.ts';
import { withResources } from './resources.ts';

/** Where they are made. */
export const nativeFolder = inOut('native', 'win32-x64');

const SOURCES = [sourceFolder, inRoot('packaging', 'native'), inRoot('package.json')];

/** Whether each of them is there, and newer than its sources. */
export const isNativeBuilt = (): boolean =>
  WINDOWS_PROGRAMS.every(({ name }) => isNewerThan(path.join(nativeFolder, name), SOURCES));

/**
 * Compiles them all, where a source is newer than a program, or one is missing.
 *
 * @throws SetupError
 */
export async function buildNative(): Promise<void> {
  await provideCompiler();
  if (isNativeBuilt()) return;
  await analyseAll();
  await longStep(`compiling ${WINDOWS_PROGRAMS.map(({ name }) => name).join(', ')}`, async () => {
    mkdirSync(nativeFolder, { recursive: true });
    for (const program of WINDOWS_PROGRAMS)
      await compileProgram(path.join(nativeFolder, program.name), {
        ...program,
        files: sourcesOf(program),
        folder: sourceFolder,
      });
  });
}

/**
 * Compiles one program. Its folder of sources is where the compiler runs, so that no path of this
 * machine is in it.
 */
export async function compileProgram(
  target: string,
  {
    cache = inToolchain('cache', 'zig'),
    isUtf8 = false,
    ...program
  }: Pick<Program, 'name' | 'about' | 'subsystem' | 'libraries'> &
    Readonly<{ files: readonly string[]; folder: string; isUtf8?: boolean; cache?: string }>,
): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = `${target}.${process.pid}.draft`;
  const args = [
    'cc',
    ...TARGET,
    // A guard value beside a function's stack data (launcher/windows-common/guard.c); zig's own
    // option wants a C runtime.
    '-Xclang',
    '-stack-protector',
    '-Xclang',
    '2',
    ...WARNINGS,
    '-isystem',
    windowsHeaders,
    '-s',
    '-Wl,-e,start',
    `-Wl,--subsystem,${program.subsystem}`,
    '-Wl,--dynamicbase',
    '-Wl,--nxcompat',
    '-Wl,--high-entropy-va',
    // The tests compile with the launcher's headers, from elsewhere.
    '-I',
    sourceFolder,
    ...program.files,
    ...program.libraries.map((name) => `-l${name}`),
    '-o',
    draft,
  ];
  const env = { ...process.env, ZIG_GLOBAL_CACHE_DIR: cache, ZIG_LOCAL_CACHE_DIR: cache };
  const made = await run(compilerProgram, args, { cwd: program.folder, env });
  if (made.code !== 0 || !existsSync(draft))
    throw new BuildError(`${program.name} could not be compiled.`, { why: tail(made.output, 40) });
  writeFileSync(draft, withResources(readFileSync(draft), ownPackage(), { ...program, isUtf8 }));
  renameSync(draft, target);
}
