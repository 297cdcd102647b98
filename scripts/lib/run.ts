/** Child processes: run one to its end, or run one in the foreground. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Outcome = { code: number | null; output: string; missing: boolean };

/**
 * Runs a command to its end and keeps its output (standard output and error together). Never
 * throws.
 *
 * @param options stop: kills it; endsWithUs: the kernel ends it when this process ends, by this
 *   signal
 */
export async function run(
  command: string,
  args: readonly string[],
  {
    cwd,
    env = process.env,
    stop,
    endsWithUs,
  }: {
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    stop?: AbortSignal;
    endsWithUs?: 'TERM' | 'KILL';
  } = {},
): Promise<Outcome> {
  let output = '';
  const [program, programArgs] = endsWithUs
    ? endingWithUs(command, args, endsWithUs)
    : [command, args];
  const child = spawn(program, programArgs, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  stop?.addEventListener('abort', () => child.kill('SIGKILL'));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const [code] = await once(child, 'close');
    return { code, output, missing: endsWithUs !== undefined && code === 127 };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { code: 127, output: message, missing: code === 'ENOENT' };
  }
}

/** The last lines of a command's output, without its colours, for an error message. */
export function tail(output: string, lines = 12) {
  return stripVTControlCharacters(output).trim().split('\n').slice(-lines).join('\n');
}

/**
 * Runs a command on this process's own standard streams, passes signals on and returns its exit
 * code (128 + n for a death by signal n, as a shell says it). It ends with this process.
 */
export async function runInForeground(
  command: string,
  args: readonly string[],
  options?: { cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(...endingWithUs(command, args), { ...options, stdio: 'inherit' });
  // On a terminal Ctrl-C and Ctrl-\ reach the child by themselves: passing them on would double
  // them.
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const stop = passSignalsOn((signal) => {
    if (!(onTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT'))) child.kill(signal);
  });
  try {
    const [code, signal] = await once(child, 'exit');
    return exitCodeOf(code, signal);
  } finally {
    stop();
  }
}

/** The exit code that a shell would tell. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null) {
  return signal === null ? (code ?? 70) : 128 + os.constants.signals[signal];
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/**
 * Whether an exit code of `runInForeground` says that a signal to end, which it passed on, has
 * ended the command.
 */
export const isEndBySignal = (code: number): boolean =>
  SIGNALS.some((signal) => code === 128 + os.constants.signals[signal]);

/**
 * Calls `handler` for each signal that would end this process, until the returned function is
 * called.
 */
export function passSignalsOn(handler: (signal: NodeJS.Signals) => void) {
  for (const signal of SIGNALS) process.on(signal, handler);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handler);
  };
}

/**
 * The same command, ended by the kernel when this process ends, however that ends. (Linux with
 * util-linux; elsewhere the command as it is.)
 */
export function endingWithUs(
  command: string,
  args: readonly string[],
  signal: 'TERM' | 'KILL' = 'TERM',
): [string, string[]] {
  const helper = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file));
  return helper === undefined
    ? [command, [...args]]
    : [helper, ['--pdeathsig', signal, command, ...args]];
}

/**
 * Variables with English as the language, whatever that of the desktop is: tests and scripts find
 * things by English words.
 */
export function inEnglish({
  LANGUAGE: _languages,
  LC_ALL: _all,
  LC_MESSAGES: _messages,
  ...others
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...others, LANG: 'C.UTF-8' };
}

/** Where a file lies in one of the folders of a PATH: a program, unless other folders are given. */
export const whereIs = (program: string, searched = process.env['PATH'] ?? '') =>
  searched
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
