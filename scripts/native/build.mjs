/**
 * Compiles the programs for Windows. No C runtime is linked: the code stands on Win32 alone, so that it imports nothing
 * but what Windows keeps in System32. The same sources give the same bytes, wherever they lie and whatever was built
 * before (tests/unit/scripts/native-build.test.ts).
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compilerFolder, compilerProgram } from '../bootstrap/compiler-pypi.mjs';
import { longStep, SetupError } from '../lib/log.mjs';
import { inOut, inRoot, inToolchain } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';
import { PROGRAMS, sourceFolder, sourcesOf } from './programs.mjs';
import { resourcesOf } from './resources.mjs';

/** Where they are made. */
export const nativeFolder = inOut('native', 'win32-x64');

export const isBuilt = () => PROGRAMS.every(({ name }) => existsSync(path.join(nativeFolder, name)));

/** What every C file of ours must pass, on Windows and in the tests of its pure parts. */
export const WARNINGS = [
  ...['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-Wconversion', '-Wsign-conversion'],
  ...['-Wshadow', '-Wstrict-prototypes', '-Wmissing-prototypes', '-Wvla', '-Wcast-qual', '-Wformat=2'],
  ...['-Wimplicit-fallthrough', '-Wnull-dereference', '-Wundef', '-Wwrite-strings', '-Wswitch-enum'],
];

/** Windows 10 and later, wide characters, and headers that declare no more than is used. */
const TARGET = [
  ...['-target', 'x86_64-windows-gnu', '-D_WIN32_WINNT=0x0A00', '-DUNICODE', '-DWIN32_LEAN_AND_MEAN'],
  ...['-O2', '-g0', '-ffreestanding', '-fno-stack-protector', '-fno-builtin', '-nostdlib'],
];

/**
 * @param {{ compiler?: string, cache?: string, target?: string, sources?: string }} [places] all of them ours unless given
 */
export async function buildNative({
  compiler = compilerProgram,
  cache = inToolchain('cache', 'zig'),
  target = nativeFolder,
  sources = sourceFolder,
} = {}) {
  await longStep(`compiling ${PROGRAMS.map(({ name }) => name).join(', ')}`, async () => {
    mkdirSync(target, { recursive: true });
    mkdirSync(cache, { recursive: true });
    for (const program of PROGRAMS) {
      const draft = path.join(target, `${program.name}.draft`);
      const resources = path.join(cache, `${program.name}.S`);
      writeFileSync(resources, resourcesOf(readJson(inRoot('package.json')), program));
      const made = await run(compiler, [...argumentsFor(program), resources, '-o', draft], {
        cwd: sources,
        env: { ...process.env, ZIG_GLOBAL_CACHE_DIR: cache, ZIG_LOCAL_CACHE_DIR: cache },
      });
      if (made.code !== 0 || !existsSync(draft))
        throw new SetupError(`${program.name} could not be compiled.`, { why: tail(made.output, 40) });
      renameSync(draft, path.join(target, program.name));
    }
  });
}

const argumentsFor = (/** @type {import('./programs.mjs').Program} */ program) => [
  'cc',
  ...TARGET,
  ...WARNINGS,
  ...['-isystem', path.join(compilerFolder, 'lib', 'libc', 'include', 'any-windows-any')],
  ...['-s', '-Wl,-e,start', `-Wl,--subsystem,${program.subsystem}`],
  ...['-Wl,--dynamicbase', '-Wl,--nxcompat', '-Wl,--high-entropy-va'],
  ...sourcesOf(program),
  ...program.libraries.map((name) => `-l${name}`),
];
