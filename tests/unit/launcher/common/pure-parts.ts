/** Compiles the launcher's common parts for this system, under sanitizers (pure.c, pure-posix.c). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
const sources = join(root, 'launcher');
const SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const WARNINGS = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];

/** Why they cannot be compiled; empty where they can. */
export const withoutCompiler = ((): string => {
  const probe = spawnSync('cc', [...SANITIZERS, '-x', 'c', '-', '-o', '/dev/null'], {
    input: 'int main(void){return 0;}',
  });
  return probe.status === 0
    ? ''
    : 'skipped: needs a C compiler with sanitizers, as of the packages gcc and libc6-dev';
})();

/** The forms of the common parts: the folder that each has of its own, its program here, and its units. */
const FORMS = {
  windows: { program: 'pure.c', flags: ['-DGATEHOUSE_WIDE', '-fshort-wchar'] },
  posix: { program: 'pure-posix.c', flags: [] },
} as const;

/** Call once per form and file. The returned function runs one part on some bytes, and returns its output. */
export function usePureParts(
  form: keyof typeof FORMS,
): (words: readonly string[], input: Buffer) => Buffer {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-pure-'));
    const all = ['common', join('common', form)].flatMap((part) =>
      readdirSync(join(sources, part))
        .filter((name) => name.endsWith('.c'))
        .map((name) => join(sources, part, name)),
    );
    const { program, flags } = FORMS[form];
    const options = [...SANITIZERS, ...WARNINGS, ...flags, '-g', '-O1', '-I', sources];
    const files = [join(import.meta.dirname, program), ...all];
    execFileSync('cc', [...options, ...files, '-o', join(folder, 'pure')]);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (words, input) => {
    // Ignore leaks, which are deliberate: the launcher runs once.
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
    const ended = spawnSync(join(folder, 'pure'), words, { input, env, maxBuffer: 1 << 26 });
    if (ended.status !== 0) throw new Error(`${words.join(' ')}: ${ended.stderr.toString()}`);
    return ended.stdout;
  };
}
