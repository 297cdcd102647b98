import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { codeOf } from '../files/code-of.ts';
import { namesIn } from '../files/names-in.ts';

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
/** Descriptors that `spawn` opens: two for each of three streams, and two to hear of a failed start. */
const SPAWN_OPENS = 8;

/**
 * Opens the null device for `othersClosed`; the caller closes it after `spawn`. Where a caller left a high number open
 * and the limit of open files is low, takes a number above it, so that `spawn` needs no copies.
 */
export function openNothing(): number {
  const opened = [openSync(devNull, 'r+')];
  try {
    const highest = Math.max(2, ...openDescriptors());
    const most = mostOpenFiles();
    while (leftBelow(most, highest, lastOf(opened)) < 0 && lastOf(opened) < highest)
      opened.push(openSync(devNull, 'r+'));
  } catch {
    // No number is left: `spawn` says so.
  }
  for (const descriptor of opened.slice(0, -1)) closeSync(descriptor);
  return lastOf(opened);
}

const lastOf = (opened: readonly number[]): number => opened.at(-1) ?? -1;

/**
 * Numbers left below a limit of open files, if `spawn` gets entries up to `highest`. It copies `nothing` to a number
 * above all entries for each entry above `nothing` (libuv, `uv__process_child_init`).
 */
function leftBelow(most: number, highest: number, nothing: number): number {
  return most - SPAWN_OPENS - (highest + 1) - Math.max(0, highest - nothing);
}

/**
 * Entries of `stdio` for `spawn`, from `first` on: `nothing`, the null device, for each number that may be open in the
 * child, e.g. one of Chromium or the verdict. Threads of Chromium open descriptors without close-on-exec at any time, on
 * the lowest free numbers: so these are replaced too, and some above. One of them is the pipe on which `spawn` hears of
 * a failed start: such a child seems to start, and ends with 127. So look for the program first (`startFault`).
 * Near the limit of open files fewer are. Elsewhere than on Linux a child inherits none.
 *
 * @param nothing of `openNothing`
 */
// SECURITY: SEC-92 nothing that is open, or opens meanwhile, reaches a program that we start.
export function othersClosed(first: 0 | 2, nothing: number): number[] {
  const open = openDescriptors();
  const highest = Math.max(2, ...open);
  const left = leftBelow(mostOpenFiles(), highest, nothing);
  // A spare entry takes two numbers, its own and its copy's.
  const spare = open.length === 0 ? 0 : Math.max(0, Math.min(SPARE, Math.floor(left / 2)));
  return Array.from({ length: highest + spare - first + 1 }, () => nothing);
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

/** The soft limit of this process; `Infinity` without one, or without /proc. */
function mostOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
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
