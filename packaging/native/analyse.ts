/**
 * Reads the C of the programs as the compiler's static analyser does: along every path, for null
 * pointers, bounds, uses after the end of a life, values that were never set. A finding stops the
 * build.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { compilerFolder, compilerProgram, TARGET, windowsHeaders } from './compiler.ts';
import { BuildError, longStep } from '../../scripts/lib/log.ts';
import { run, tail } from '../../scripts/lib/run.ts';
import { DECLARED, LAUNCHER_KINDS, launcherSources } from './launcher.ts';
import { WINDOWS_PROGRAMS, sourceFolder, sourcesOf } from './programs.ts';

const CHECKERS = ['core', 'unix', 'deadcode', 'security', 'nullability'];
/** Warns of every memset: its replacement is in no C library that is linked here. */
const SILENT = ['security.insecureAPI.DeprecatedOrUnsafeBufferHandling'];

/** Which headers, and which calls, a file is read with. */
type System = 'windows' | 'linux';

/** Every C file of the programs, with each system that it is compiled for. */
export const analysedFiles = (): Record<System, string[]> => ({
  windows: [...new Set(WINDOWS_PROGRAMS.flatMap(sourcesOf))],
  linux: [...new Set(LAUNCHER_KINDS.flatMap(launcherSources))],
});

const headers = (...names: string[]): string[] =>
  names.flatMap((name) => ['-isystem', path.join(compilerFolder, 'lib', 'libc', 'include', name)]);

const SYSTEMS: Readonly<Record<System, readonly string[]>> = {
  windows: [...TARGET, '-isystem', windowsHeaders],
  linux: [
    '-target',
    'x86_64-linux-musl',
    ...DECLARED,
    ...headers('x86_64-linux-musl', 'generic-musl', 'x86-linux-any', 'any-linux-any'),
  ],
};

/**
 * Fails where the analyser finds something.
 *
 * @param files relative to the folder
 * @param folder where they lie
 */
export async function analyse(
  files: readonly string[],
  folder: string,
  system: System = 'windows',
): Promise<void> {
  // Clang itself: `zig cc` caches its results, and would not repeat a finding.
  const args = [
    'clang',
    '--analyze',
    '--analyzer-output',
    'text',
    '-Qunused-arguments',
    '-std=c17',
    ...CHECKERS.flatMap((name) => toAnalyser(`-analyzer-checker=${name}`)),
    ...SILENT.flatMap((name) => toAnalyser(`-analyzer-disable-checker=${name}`)),
    ...toAnalyser('-analyzer-werror'),
    '-nostdinc',
    '-isystem',
    path.join(compilerFolder, 'lib', 'include'),
    ...SYSTEMS[system],
    '-I',
    sourceFolder,
    ...files,
  ];
  const made = await run(compilerProgram, args, { cwd: folder });
  if (made.code !== 0)
    throw new BuildError('The static analyser found faults in the C.', {
      why: tail(made.output, 60),
    });
}

/** All programs of ours, on every core: the analyser looks at each file by itself. */
export const analyseAll = (): Promise<void> =>
  longStep('reading the C of the programs (static analyser)', async () => {
    for (const [system, files] of Object.entries(analysedFiles())) {
      const shares = Array.from({ length: availableParallelism() }, (_, share) =>
        files.filter((_file, index) => index % availableParallelism() === share),
      );
      await Promise.all(
        shares
          .filter(({ length }) => length > 0)
          .map((share) => analyse(share, sourceFolder, system as System)),
      );
    }
  });

const toAnalyser = (word: string): string[] => ['-Xclang', word];
