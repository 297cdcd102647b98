import { spawnSync } from 'node:child_process';

/** A bash 3.2, as macOS has. */
export const BASH_32 = process.env['GATEHOUSE_BASH32'] ?? 'bash-3.2';

/** The shells that `sh` may be, by name: the words that start each as `sh`. */
export const SHELLS: readonly (readonly [name: string, words: readonly [string, ...string[]]])[] = [
  ['bash 3.2', [BASH_32, '--posix']],
  ['bash --posix', ['bash', '--posix']],
  ['dash', ['dash']],
  ['busybox sh', ['busybox', 'sh']],
  ['mksh', ['mksh', '-o', 'posix']],
  ['zsh as sh', ['zsh', '--emulate', 'sh']],
];

export const isShellThere = ([program, ...words]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, [...words, '-c', ':']).status === 0;

/** Those that this computer has. */
export const SHELLS_HERE = SHELLS.filter(([, words]) => isShellThere(words));
