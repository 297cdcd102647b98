import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { othersClosed } from '../closed-descriptors.ts';

const OPENER = 'xdg-open';
/** The search path if PATH is not set. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
/** Time within which a failing start fails; a process that still runs is the browser itself. */
export const FAILED_BY_MS = 3_000;

/** Limits that a test may change. */
export type OpenerLimits = Readonly<{ failedByMs: number }>;

/**
 * Opens an address by the `xdg-open` of the desktop, which knows the person's browser. A browser that it has to
 * start outlives us, so it inherits no stream that a caller of ours reads to its end, no descriptor, no terminal.
 * (Electron's `openExternal` passes our standard streams on.)
 *
 * @param address one that may be opened (`electron/electron-api/outside.ts`)
 * @throws if the program is missing, or reports that it could not open the address
 */
// SECURITY: SEC-92 a browser that outlives us holds no stream, descriptor or terminal of ours; no caller waits for it.
export async function openByXdgOpen(
  address: string,
  { failedByMs }: OpenerLimits = { failedByMs: FAILED_BY_MS },
): Promise<void> {
  // An address that begins with a dash would be an option; xdg-open knows no `--`.
  if (!/^[a-z][a-z\d+.-]*:/i.test(address)) throw new Error('no address');
  const file = inPath(OPENER);
  if (file === null) throw new Error(`${OPENER}: not found`);
  const child = started(file, [address], []);
  child.unref();
  await opened(child, failedByMs);
}

/**
 * Whether the desktop has a program for addresses of a scheme. Without one, some versions of `xdg-open` give the
 * whole address to the web browser.
 *
 * @param scheme of the configuration (`login.authenticatorScheme`)
 * @returns false also if unknown
 */
export async function hasProgramFor(
  scheme: string,
  { failedByMs }: OpenerLimits = { failedByMs: FAILED_BY_MS },
): Promise<boolean> {
  const file = inPath('xdg-mime');
  if (file === null) return false;
  try {
    const args = ['query', 'default', `x-scheme-handler/${scheme}`];
    return await said(started(file, args, ['ignore', 'pipe']), failedByMs);
  } catch {
    return false;
  }
}

/**
 * Starts a program of the desktop in a session of its own.
 *
 * @param streams its first ones; it inherits no others, and no descriptor of ours
 */
// SECURITY: SEC-31 no pipe of the verdict is the program's to read or to write.
function started(
  file: string,
  args: readonly string[],
  streams: readonly [] | ['ignore', 'pipe'],
): ChildProcess {
  const nothing = openSync(devNull, 'r+');
  try {
    return spawn(file, args, {
      // Tell file handlers that want a terminal that it is missing.
      env: { ...process.env, MM_NOTTTY: '1' },
      detached: true,
      stdio: [...streams, ...othersClosed(streams.length === 0 ? 0 : 2, nothing)],
      shell: false,
    });
  } finally {
    closeSync(nothing);
  }
}

/** Whether it says something and ends well, in time. */
function said(child: ChildProcess, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let isSaid = false;
    const end = (isWell: boolean): void => {
      clearTimeout(limit);
      child.stdout?.destroy();
      resolve(isWell && isSaid);
    };
    const limit = setTimeout(() => {
      child.kill();
      end(false);
    }, limitMs);
    child.stdout?.on('data', (chunk: Buffer) => (isSaid ||= chunk.toString().trim() !== ''));
    child.once('error', () => {
      end(false);
    });
    child.once('close', (code) => {
      end(code === 0);
    });
  });
}

/** Settles when it has ended, or when it can be taken for the browser. */
export function opened(child: ChildProcess, failedByMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = setTimeout(resolve, failedByMs);
    settled.unref();
    child.once('error', (error) => {
      clearTimeout(settled);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(settled);
      if (code === 0) resolve();
      else reject(new Error(`${basename(child.spawnfile)}: ended with ${String(code)}`));
    });
  });
}

/** The program of that name in the caller's PATH; never one of the working folder, as a shell would take it. */
function inPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? SYSTEM_PATH).split(':').filter((folder) => isAbsolute(folder));
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
