/**
 * The C compiler of the programs in packages: clang and lld of the package `ziglang` on PyPI,
 * pinned by its hash. It is unpacked into `.toolchain/`, never installed, and needs no root. The
 * same files on every machine, so that the same sources give the same bytes.
 */
import { chmodSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../scripts/lib/log.ts';
import { inToolchain } from '../../scripts/lib/paths.ts';
import { unpackWheel } from '../../scripts/lib/pypi.ts';

export const COMPILER_VERSION = '0.17.1';
/** By processor. The wheels of other systems hold the same compiler, but are untested here. */
const SHA256: Readonly<Record<string, string>> = {
  'linux-x64': 'ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54',
  'linux-arm64': 'b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e',
};

/** Where it is unpacked: the program `zig`, with all that it needs beside it. */
export const compilerFolder = inToolchain(`zig-${COMPILER_VERSION}`);
export const compilerProgram = path.join(compilerFolder, 'zig');
export const windowsHeaders = path.join(
  compilerFolder,
  'lib',
  'libc',
  'include',
  'any-windows-any',
);

/** The warnings that all our C files must pass, on Windows and in the tests of their pure parts. */
export const WARNINGS = [
  '-std=c17',
  '-Wall',
  '-Wextra',
  '-Wpedantic',
  '-Werror',
  '-Wconversion',
  '-Wsign-conversion',

  '-Wshadow',
  '-Wstrict-prototypes',
  '-Wmissing-prototypes',
  '-Wvla',
  '-Wcast-qual',
  '-Wformat=2',

  '-Wimplicit-fallthrough',
  '-Wnull-dereference',
  '-Wundef',
  '-Wwrite-strings',
  '-Wswitch-enum',
];

/** Windows 10 and later, wide characters, and headers that declare no more than is used. */
export const TARGET = [
  '-target',
  'x86_64-windows-gnu',
  '-D_WIN32_WINNT=0x0A00',
  '-DUNICODE',
  '-DWIN32_LEAN_AND_MEAN',
  '-O2',
  '-g0',
  '-ffreestanding',
  '-fno-stack-protector',
  '-fno-builtin',
  '-nostdlib',
];

const machine = `${process.platform}-${process.arch}`;

/**
 * Fetches the compiler, where it is not here.
 *
 * @throws SetupError
 */
export async function provideCompiler(): Promise<void> {
  // The folder is renamed into place when whole, so it is there or it is not.
  if (existsSync(compilerProgram)) return;
  const sha256 = SHA256[machine];
  if (sha256 === undefined) {
    throw new SetupError(
      'The compiler of the programs in packages is not known for this machine.',
      {
        why: `it is pinned for Linux on x64 and arm64, this is ${machine}`,
        remedy: 'build them on Linux: npm run native',
      },
    );
  }
  const name = 'the compiler of the programs in packages';
  const requirement = `ziglang==${COMPILER_VERSION}`;
  const wheel = { name, size: '101 MB', requirement, sha256 };
  await unpackWheel(wheel, (folder) => {
    // Python's zip files keep no modes.
    chmodSync(path.join(folder, 'ziglang', 'zig'), 0o755);
    renameSync(path.join(folder, 'ziglang'), compilerFolder);
  });
}
