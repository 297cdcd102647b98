/**
 * The command with the timed first instruction: `date`, which prints nanoseconds and starts in about a millisecond. Its
 * own duration is measured in the same run, started as the launcher starts it: by a shell that becomes it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { quantile } from './statistics.ts';

const DATE = '/usr/bin/date';
const BASH = '/bin/bash';

/** A command that prints the time of its first instruction. */
export const TELL_TIME = [DATE, '+%s%N'] as const;

/** The reason why a required tool is missing; null if all are present. */
export function missingTools(): string | null {
  const missing = [DATE, BASH].filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `${missing.join(' and ')} must be there to print the time`;
}

/** The time printed by `TELL_TIME`, in milliseconds since 1970; or a time with another `form`. */
export function printedTime(text: string, form = /^(\d{10})(\d{9})$/m): number {
  const [, seconds, fraction] = form.exec(text) ?? [];
  if (fraction === undefined) throw new Error(`no time was printed: ${JSON.stringify(text)}`);
  return Number(`${seconds ?? ''}.${fraction}`) * 1000;
}

/** The same command, with the time before it as a first line: a shell that knows microseconds becomes it. */
export const marked = (command: readonly string[]): [string, ...string[]] => [
  BASH,
  '-c',
  'echo "mark $EPOCHREALTIME"; exec "$@"',
  'bash',
  ...command,
];

/** From the mark to the time printed, in milliseconds. */
export const sinceMark = (text: string): number =>
  printedTime(text) - printedTime(text, /^mark (\d+)[.,](\d{6})$/m);

/** From a shell's `exec` of the command to the time that it prints: the median of a few. */
export function ownStart(runs: number): number {
  const [command, ...args] = marked(TELL_TIME);
  const once = (): number => sinceMark(spawnSync(command, args, { encoding: 'utf8' }).stdout);
  return quantile(Array.from({ length: runs }, once), 0.5);
}
