/**
 * Compiles the launcher's common parts for this system, under sanitizers (pure.c, pure-posix.c),
 * and as targets of libFuzzer.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
const sources = join(root, 'launcher');
const execute = promisify(execFile);
const SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const WARNINGS = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];

const FUZZER = ['-fsanitize=fuzzer', '-DGATEHOUSE_FUZZ'];
const NOTHING = ['-x', 'c', '-', '-o', '/dev/null'];

/** Why they cannot be compiled; empty where they can. */
export const withoutCompiler = ((): string => {
  const probe = spawnSync('cc', [...SANITIZERS, ...NOTHING], {
    input: 'int main(void){return 0;}',
  });
  return probe.status === 0
    ? ''
    : 'skipped: needs a C compiler with sanitizers, as of the packages gcc and libc6-dev';
})();

/** Why they cannot be fuzzed; empty where they can. */
export const withoutFuzzer = ((): string => {
  const probe = spawnSync('clang', [...SANITIZERS, ...FUZZER, ...NOTHING], {
    input:
      'int LLVMFuzzerTestOneInput(const char *bytes, long size){return bytes == 0 && size > 0;}',
  });
  return probe.status === 0
    ? ''
    : 'skipped: needs clang with libFuzzer, as of the packages clang and libclang-rt-dev';
})();

/**
 * The forms of the common parts: the folder that each has of its own, its program here, and its
 * units.
 */
const FORMS = {
  windows: { program: 'pure.c', flags: ['-DGATEHOUSE_WIDE', '-fshort-wchar'] },
  posix: { program: 'pure-posix.c', flags: [] },
} as const;

export type Form = keyof typeof FORMS;

/** What a compiler is to make a program of: flags and files. */
function wordsOf(form: Form): readonly string[] {
  const all = ['common', join('common', form)].flatMap((part) =>
    readdirSync(join(sources, part))
      .filter((name) => name.endsWith('.c'))
      .map((name) => join(sources, part, name)),
  );
  const { program, flags } = FORMS[form];
  const options = [...SANITIZERS, ...WARNINGS, ...flags, '-g', '-O1', '-I', sources];
  return [...options, join(import.meta.dirname, program), ...all];
}

// Ignore leaks, which are deliberate: the launcher runs once.
const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };

/**
 * Call once per form and file. The returned function runs one part on some bytes, and returns its
 * output.
 */
export function usePureParts(form: Form): (words: readonly string[], input: Buffer) => Buffer {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-pure-'));
    execFileSync('cc', [...wordsOf(form), '-o', join(folder, 'pure')]);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (words, input) => {
    const ended = spawnSync(join(folder, 'pure'), words, { input, env, maxBuffer: 1 << 26 });
    if (ended.status !== 0) throw new Error(`${words.join(' ')}: ${ended.stderr.toString()}`);
    return ended.stdout;
  };
}

/**
 * Call once per form and file. The returned function runs one part as a target of libFuzzer
 * (https://llvm.org/docs/LibFuzzer.html) with some words of it in a folder, and returns what it
 * says. It rejects with that, and with the input in base64, if an input breaks a rule.
 */
export function useFuzzer(
  form: Form,
): (part: string, words: readonly string[], cwd: string) => Promise<string> {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-fuzz-'));
    await execute('clang', [...wordsOf(form), ...FUZZER, '-o', join(folder, 'fuzz')]);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return async (part, words, cwd) => {
    const options = { cwd, env: { ...env, GATEHOUSE_FUZZ: part }, maxBuffer: 1 << 26 };
    return (await execute(join(folder, 'fuzz'), [...words], options)).stderr;
  };
}

/** An input of the part `accounts`. */
export function accountsInput(uid: number, gid: number, passwd: string, group: string): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(uid, 0);
  numbers.writeUInt32LE(gid, 4);
  return Buffer.concat([numbers, Buffer.from(`${passwd}\0${group}`)]);
}
