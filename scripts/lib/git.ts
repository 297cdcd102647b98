/** Git in this checkout, also where another user owns it. */
import { spawnSync } from 'node:child_process';
import { root } from './paths.ts';

/**
 * Runs a command of git that answers at once. `status` is null, and `stdout` empty, where there is
 * no git.
 */
export function git(...args: readonly string[]): { status: number | null; stdout: string } {
  const { status, stdout, error } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  return error === undefined ? { status, stdout } : { status: null, stdout: '' };
}
