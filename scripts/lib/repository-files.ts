import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The top of the repository. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/**
 * Every file of the repository, new ones included and ignored ones not, as paths below its top. The
 * copy in which the mutants run, an ignored folder of the repository, has the same.
 */
export function repositoryFiles(): readonly string[] {
  // The user of the tests may not be the owner of the clone.
  const git = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--full-name',
    ':/',
  ];
  const listed = execFileSync('git', git, { cwd: ROOT, encoding: 'utf8', maxBuffer: 16_000_000 });
  return [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .sort();
}

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
