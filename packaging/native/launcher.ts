/**
 * Compiles the launcher of Linux and macOS. For packages by the pinned compiler, so that the same
 * sources give the same bytes on every machine: static on Linux, with the system's own library
 * alone on macOS. For a checkout by the machine's own compiler where there is one, which takes a
 * second and no download.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isNewerThan } from '../../scripts/lib/files.ts';
import { BuildError, longStep } from '../../scripts/lib/log.ts';
import { inOut, inRoot, inToolchain } from '../../scripts/lib/paths.ts';
import { run, tail } from '../../scripts/lib/run.ts';
import { compilerProgram, provideCompiler, WARNINGS } from './compiler.ts';
import { sourceFolder } from './programs.ts';

/** By platform and processor, as Node names them. */
export const LAUNCHER_TARGETS = {
  'linux-x64': 'x86_64-linux-musl',
  'linux-arm64': 'aarch64-linux-musl',
  'darwin-x64': 'x86_64-macos.13.0',
  'darwin-arm64': 'aarch64-macos.13.0',
} as const;

export type LauncherTarget = keyof typeof LAUNCHER_TARGETS;

/**
 * The programs of a checkout. `installed`: that of a package. `checkout`: what scripts/gatehouse
 * starts. `portable`: that of a package without the parts for Linux, as macOS has it, for its
 * tests; it waits less long beyond `--timeout`.
 */
export type LauncherKind = 'installed' | 'checkout' | 'portable';

const OWN: Readonly<Record<LauncherKind, readonly string[]>> = {
  installed: ['installed.c', 'system-linux.c'],
  checkout: ['checkout.c', 'system-linux.c'],
  portable: ['installed.c', 'system-portable.c'],
};
export const LAUNCHER_KINDS: readonly LauncherKind[] = ['installed', 'checkout', 'portable'];
const SOME = LAUNCHER_KINDS.flatMap((kind) => OWN[kind]);

const FLAGS = ['-O2', '-g0', '-fstack-protector-strong', '-I', '.'];
/** The calls of POSIX and of BSD that the C library declares on Linux. */
export const DECLARED = ['-D_POSIX_C_SOURCE=200809L', '-D_DEFAULT_SOURCE'];

/** The C files of a launcher, relative to the sources, in a fixed order. */
export const launcherSources = (kind: LauncherKind): string[] => [
  ...cFilesIn('posix').filter((file) => {
    const name = path.posix.basename(file);
    return !SOME.includes(name) || OWN[kind].includes(name);
  }),
  ...cFilesIn('common'),
  ...cFilesIn('common/posix'),
];

const cFilesIn = (folder: string): string[] =>
  readdirSync(path.join(sourceFolder, folder))
    .filter((name) => name.endsWith('.c'))
    .sort()
    .map((name) => path.posix.join(folder, name));

/** Where that of a package lies. */
export const packagedLauncher = (target: LauncherTarget): string =>
  inOut('native', target, 'gatehouse');

/** Where that of a checkout lies. */
export const checkoutLauncher = (kind: LauncherKind): string =>
  inOut('launcher', kind, 'gatehouse');

const SOURCES = [
  path.join(sourceFolder, 'posix'),
  path.join(sourceFolder, 'common'),
  inRoot('packaging', 'native', 'compiler.ts'),
  inRoot('packaging', 'native', 'launcher.ts'),
];

/**
 * Compiles the launcher of a package.
 *
 * @param options `folder`: of the sources, where the compiler runs, so that no path of this machine
 *   is in it
 */
export async function compilePackaged(
  target: LauncherTarget,
  file: string,
  options: Readonly<{ folder?: string; cache?: string }> = {},
): Promise<void> {
  const isLinux = target.startsWith('linux');
  const { folder = sourceFolder, cache = inToolchain('cache', 'zig') } = options;
  mkdirSync(cache, { recursive: true });
  const args = [
    'cc',
    '-target',
    LAUNCHER_TARGETS[target],
    '-s',
    ...FLAGS,
    ...WARNINGS,
    ...(isLinux ? ['-static', ...DECLARED] : []),
    ...launcherSources(isLinux ? 'installed' : 'portable'),
  ];
  await compile(compilerProgram, args, file, { folder, cache });
}

/** By the machine's own compiler, or the pinned one. */
async function compileForCheckout(kind: LauncherKind, compiler: string): Promise<void> {
  const file = checkoutLauncher(kind);
  const pinned =
    compiler === compilerProgram ? ['cc'] : ['-U_FORTIFY_SOURCE', '-D_FORTIFY_SOURCE=2'];
  const patience = kind === 'portable' ? ['-DSECONDS_BEYOND_TIMEOUT=1'] : [];
  const warnings = compiler === compilerProgram ? WARNINGS : [];
  const args = [
    ...pinned,
    ...patience,
    ...FLAGS,
    ...warnings,
    ...DECLARED,
    '-std=c17',
    ...launcherSources(kind),
  ];
  await compile(compiler, args, file, {
    folder: sourceFolder,
    cache: inToolchain('cache', 'zig'),
  });
}

async function compile(
  compiler: string,
  args: readonly string[],
  file: string,
  { folder, cache }: Readonly<{ folder: string; cache: string }>,
): Promise<void> {
  // Its own name: a signature of macOS contains it.
  const folderOfDraft = `${file}.${process.pid}.draft`;
  const draft = path.join(folderOfDraft, 'gatehouse');
  mkdirSync(folderOfDraft, { recursive: true });
  const env = { ...process.env, ZIG_GLOBAL_CACHE_DIR: cache, ZIG_LOCAL_CACHE_DIR: cache };
  const made = await run(compiler, [...args, '-o', draft], { cwd: folder, env });
  if (made.code !== 0 || !existsSync(draft)) {
    rmSync(folderOfDraft, { recursive: true });
    throw new BuildError('The launcher could not be compiled.', { why: tail(made.output, 40) });
  }
  renameSync(draft, file);
  rmSync(folderOfDraft, { recursive: true });
}

/** Whether this machine has a C compiler with the headers of its C library. */
const hasOwnCompiler = (): boolean =>
  spawnSync('cc', ['-x', 'c', '-', '-o', '/dev/null'], {
    input: '#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  }).status === 0;

/** Whether the launchers of this checkout are newer than their sources. */
export const isLauncherBuilt = (): boolean =>
  LAUNCHER_KINDS.every((kind) => isNewerThan(checkoutLauncher(kind), SOURCES));

/**
 * Compiles the launchers of this checkout, for scripts/gatehouse and the tests, where a source is
 * newer.
 *
 * @throws SetupError
 */
export async function buildCheckoutLauncher(): Promise<void> {
  if (isLauncherBuilt()) return;
  const compiler = hasOwnCompiler() ? 'cc' : compilerProgram;
  if (compiler === compilerProgram) await provideCompiler();
  await longStep('compiling the launcher', async () => {
    for (const kind of LAUNCHER_KINDS) await compileForCheckout(kind, compiler);
  });
}

/**
 * Compiles the launchers of packages, where a source is newer.
 *
 * @throws SetupError
 */
export async function buildPackagedLaunchers(targets: readonly LauncherTarget[]): Promise<void> {
  await provideCompiler();
  const old = targets.filter((target) => !isNewerThan(packagedLauncher(target), SOURCES));
  if (old.length === 0) return;
  await longStep(`compiling the launcher for ${old.join(' and ')}`, async () => {
    for (const target of old) await compilePackaged(target, packagedLauncher(target));
  });
}
