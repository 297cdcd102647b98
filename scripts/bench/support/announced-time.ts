/**
 * The command with the timed first instruction: `bash`, which tells microseconds and starts in
 * about a millisecond. Its own duration is measured in the same run, started as the launcher starts
 * it: by a shell that becomes it.
 */
import { spawnSync } from 'node:child_process';
import { median } from 'simple-statistics';

export const BASH = '/bin/bash';
/** Tells the time, of a shell that is bash. */
export const TELL = 'echo $EPOCHREALTIME';

/**
 * A command that prints the time of its first instruction. At a socket, `bash` would first read the
 * person's `.bashrc`.
 */
export const TELL_TIME = [BASH, '--norc', '-c', TELL] as const;

/** The last time printed by `TELL_TIME`, or another one, in milliseconds since 1970. */
export function printedTime(text: string, at = -1): number {
  const found = [...text.matchAll(/^(\d+)[.,](\d{6})$/gm)].at(at);
  if (found === undefined) throw new Error(`no time was printed: ${JSON.stringify(text)}`);
  return Number(`${found[1] ?? ''}.${found[2] ?? ''}`) * 1000;
}

/** The same command, with the time before it as a first line: a shell becomes it. */
export const marked = (command: readonly string[]): [string, ...string[]] => [
  BASH,
  '--norc',
  '-c',
  `${TELL}; exec "$@"`,
  'bash',
  ...command,
];

/** From the mark to the time printed, in milliseconds. */
export const sinceMark = (text: string): number => printedTime(text) - printedTime(text, 0);

/** From a shell's `exec` of the command to the time that it prints: the median of a few. */
export function ownStart(runs: number): number {
  const [command, ...args] = marked(TELL_TIME);
  const once = (): number => sinceMark(spawnSync(command, args, { encoding: 'utf8' }).stdout);
  return median(Array.from({ length: runs }, once));
}
