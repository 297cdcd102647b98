/** Child processes: run one to its end, or run one in the foreground. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string, timedOut: false | 'limit' | 'silence', missing: boolean }} Outcome
 * @typedef {{ of: () => number, withinMs: number }} Growth a measure of progress, and the longest time without any
 */

/**
 * Runs a command to its end and keeps its output (standard output and error together). Never throws.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, growth?: Growth, onOutput?: (text: string) => void, tied?: 'TERM' | 'KILL' }} [options] tied: ended with us, by this signal
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { cwd, env, timeoutMs, growth, onOutput, tied } = {}) {
  return new Promise((resolve) => {
    let output = '';
    /** @type {Outcome['timedOut']} */
    let timedOut = false;
    // A group of its own, so that a time limit ends grandchildren too.
    const [program, programArgs] = tied ? endingWithUs(command, args, tied) : [command, args];
    const child = spawn(program, programArgs, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: timeoutMs !== undefined || growth !== undefined,
    });
    const end = (/** @type {'limit' | 'silence'} */ why) => {
      timedOut ||= why;
      endGroup(child.pid, 'SIGKILL');
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs, 'limit');
    const watch = growth === undefined ? undefined : whenStill(growth, () => end('silence'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onOutput?.(text);
      });
    }
    const finish = (/** @type {Partial<Outcome>} */ end) => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve({ code: null, signal: null, output, timedOut, missing: false, ...end });
    };
    child.on('error', (error) => {
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
      finish({ code: 127, output: error.message, missing });
    });
    child.on('close', (code, signal) =>
      finish({ code, signal, missing: tied !== undefined && code === 127 }),
    );
  });
}

/** Calls `end` once the number has stood still for so long. */
function whenStill(/** @type {Growth} */ { of, withinMs }, /** @type {() => void} */ end) {
  let last = { value: of(), at: performance.now() };
  return setInterval(() => {
    const value = of();
    if (value !== last.value) last = { value, at: performance.now() };
    else if (performance.now() - last.at >= withinMs) end();
  }, withinMs / 60);
}

function endGroup(/** @type {number | undefined} */ pid, /** @type {NodeJS.Signals} */ signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // it has ended by itself
  }
}

/** The last lines of a command's output, without its colours, for an error message. */
export function tail(/** @type {string} */ output, lines = 12) {
  return withoutColours(output).trim().split('\n').slice(-lines).join('\n');
}

/** A text without the escape sequences that colour it. */
export const withoutColours = (/** @type {string} */ text) => text.replace(/\u001b\[[0-9;]*m/g, '');

/**
 * Runs a command on this process's own standard streams, passes signals on and returns its exit code
 * (128 + n for a death by signal n, as a shell says it).
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, endsWithUs?: boolean }} [options] endsWithUs: ended by the kernel when this process ends
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, { cwd, env, stdio = 'inherit', endsWithUs = false } = {}) {
  return new Promise((resolve, reject) => {
    const [program, programArgs] = endsWithUs ? endingWithUs(command, args) : [command, args];
    const child = spawn(program, programArgs, { cwd, env: env ?? process.env, stdio });
    // On a terminal Ctrl-C and Ctrl-\ reach the child by themselves: passing them on would double them.
    const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
    const stop = passSignalsOn((signal) => {
      if (!(onTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT'))) child.kill(signal);
    });
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      stop();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/** The exit code that a shell would tell. */
export function exitCodeOf(/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) {
  return signal === null ? (code ?? 70) : 128 + os.constants.signals[signal];
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']);

/**
 * Calls `handler` for each signal that would end this process, until the returned function is called.
 * @param {(signal: NodeJS.Signals) => void} handler
 */
export function passSignalsOn(handler) {
  for (const signal of SIGNALS) process.on(signal, handler);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handler);
  };
}

/**
 * The same command, ended by the kernel when this process ends, however that ends. (Linux with util-linux; elsewhere
 * the command as it is.)
 * @param {string} command
 * @param {string[]} args
 * @param {'TERM' | 'KILL'} [signal]
 * @returns {[string, string[]]}
 */
export function endingWithUs(command, args, signal = 'TERM') {
  const helper = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file));
  return helper === undefined ? [command, args] : [helper, ['--pdeathsig', signal, command, ...args]];
}
