import { accessSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { codeOf } from './code-of.ts';
import { namesIn } from './names-in.ts';

/**
 * Reopens a pipe for writing, close-on-exec and non-blocking. A blocked login receives no signal, and pipes can be
 * small (pipe(7)). Node cannot set close-on-exec on an open descriptor. Closes `descriptor` and returns the new one.
 * Without /proc, returns `descriptor`: on macOS and Windows, children do not inherit it.
 */
export function closedOnExec(descriptor: number): number {
  // Under Wine, /proc lists the descriptors of Linux, not those of Windows.
  if (process.platform !== 'linux') return descriptor;
  try {
    const own = openSync(
      `/proc/self/fd/${String(descriptor)}`,
      constants.O_WRONLY | constants.O_NONBLOCK,
    );
    closeSync(descriptor);
    return own;
  } catch {
    return descriptor;
  }
}

/** Numbers above the open ones, for descriptors that a thread opens between the look and the start of the child. */
const SPARE = 64;

/**
 * Entries of `stdio` for `spawn`, from `first` on: `nothing`, the null device, for each number that may be open in the
 * child, e.g. one of Chromium or the verdict. Threads of Chromium open descriptors without close-on-exec at any time, on
 * the lowest free numbers: so these are replaced too, and some above. One of them is the pipe on which `spawn` hears of
 * a failed start: such a child seems to start, and ends with 127. So look for the program first (`startFault`).
 * Elsewhere than on Linux a child inherits none.
 */
// SECURITY: SEC-92 nothing that is open, or opens meanwhile, reaches a program that we start.
export function othersClosed(first: 0 | 2, nothing: number): number[] {
  const open = openDescriptors();
  const highest = open.length === 0 ? 2 : Math.max(2, ...open) + SPARE;
  return Array.from({ length: highest - first + 1 }, () => nothing);
}

/** Reason why a program, an absolute path, cannot be started, as the code of the system; null if none is seen. */
export function startFault(program: string): string | null {
  try {
    accessSync(program, constants.X_OK);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** Open descriptors, except the one that lists them. Empty without /proc. */
const openDescriptors = (): readonly number[] =>
  namesIn('/proc/self/fd').map(Number).filter(isOpen);

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}
