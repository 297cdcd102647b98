import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { openNullDevice, othersClosed } from '../closed-descriptors.ts';

const OPENER = 'xdg-open';
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
/** A process that still runs after this time is the browser itself, so the call succeeded. */
export const FAILED_BY_MS = 3_000;

/**
 * Opens an address in the default program. Electron's `openExternal` would pass our standard
 * streams to the browser. Throws if `xdg-open` fails.
 */
// SECURITY: SEC-92 the browser inherits no stream, descriptor or terminal of ours.
export async function openByXdgOpen(address: string, failedByMs = FAILED_BY_MS): Promise<void> {
  // `xdg-open` reads a leading dash as an option, and has no `--`.
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) throw new Error('no address');
  const file = inPath(OPENER);
  if (file === null) throw new Error(`${OPENER}: not found`);
  const child = start(file, [address], []);
  child.unref();
  await opened(child, failedByMs);
}

/**
 * Whether a program opens addresses of this scheme; false if that is unknown. Ask before
 * `openByXdgOpen`, because some versions of `xdg-open` open an unknown scheme in the browser.
 */
export async function hasProgramFor(scheme: string, failedByMs = FAILED_BY_MS): Promise<boolean> {
  const file = inPath('xdg-mime');
  if (file === null) return false;
  try {
    const args = ['query', 'default', `x-scheme-handler/${scheme}`];
    return await hasOutput(start(file, args, ['ignore', 'pipe']), failedByMs);
  } catch {
    return false;
  }
}

// SECURITY: SEC-31 the program inherits no pipe of the verdict.
function start(
  file: string,
  args: readonly string[],
  streams: readonly [] | ['ignore', 'pipe'],
): ChildProcess {
  const nullDevice = openNullDevice();
  try {
    return spawn(file, args, {
      // Keeps `xdg-open` from handlers that need a terminal.
      env: { ...process.env, MM_NOTTTY: '1' },
      detached: true,
      stdio: [...streams, ...othersClosed(streams.length === 0 ? 0 : 2, nullDevice)],
      shell: false,
    });
  } finally {
    closeSync(nullDevice);
  }
}

/** Whether a program ends with 0 within the limit and prints more than blanks. */
function hasOutput(child: ChildProcess, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let hasWritten = false;
    const end = (hasSucceeded: boolean): void => {
      clearTimeout(limit);
      child.stdout?.destroy();
      resolve(hasSucceeded && hasWritten);
    };
    const limit = setTimeout(() => {
      child.kill();
      end(false);
    }, limitMs);
    child.stdout?.on('data', (chunk: Buffer) => (hasWritten ||= chunk.toString().trim() !== ''));
    child.once('error', () => {
      end(false);
    });
    child.once('close', (code) => {
      end(code === 0);
    });
  });
}

/** Resolves on exit code 0, or after `failedByMs`; rejects on failure. */
export function opened(child: ChildProcess, failedByMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, failedByMs);
    timer.unref();
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`${basename(child.spawnfile)}: ended with ${String(code)}`));
    });
  });
}

/** The path of a program in the folders of PATH, without relative ones; null if it is in none. */
function inPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? SYSTEM_PATH)
    .split(':')
    .filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
