import { accessSync, closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { codeOf } from '../files/code-of.ts';
import { namesIn } from '../files/names-in.ts';

/**
 * Opens a pipe anew for writing, closes `descriptor` and returns the new one. The new one is
 * close-on-exec, which Node cannot set on an open descriptor. It is also non-blocking: pipes can be
 * small (pipe(7)), and a blocked write keeps the login from handling signals. Without /proc,
 * returns `descriptor`: on macOS and Windows, children do not inherit it.
 */
export function closedOnExec(descriptor: number): number {
  // Do not test for /proc instead: Wine has one, which lists the descriptors of Linux, not those of
  // Windows.
  if (process.platform !== 'linux') return descriptor;
  try {
    const reopened = openSync(
      `/proc/self/fd/${String(descriptor)}`,
      constants.O_WRONLY | constants.O_NONBLOCK,
    );
    closeSync(descriptor);
    return reopened;
  } catch {
    return descriptor;
  }
}

/**
 * Number of descriptors that `spawn` opens: two for each of three streams, and two to hear of a
 * failed start.
 */
const OPENED_BY_SPAWN = 8;

/**
 * How many descriptors are left below the limit of open files if `spawn` gets entries up to
 * `highest`. For each entry above `nullDevice`, it copies `nullDevice` to a number above all
 * entries (libuv, `uv__process_child_init`). If the null device is 5 and the highest entry is 7,
 * for example, then the entries 6 and 7 take two copies, on 8 and 9.
 */
function numbersLeft(limit: number, highest: number, nullDevice: number): number {
  const entries = highest + 1;
  const copies = Math.max(0, highest - nullDevice);
  return limit - OPENED_BY_SPAWN - entries - copies;
}

/**
 * Opens the null device for `othersClosed`; the caller closes it after `spawn`. If Gatehouse was
 * started with a high descriptor open and a low limit of open files, the null device gets a number
 * above that descriptor: `spawn` then needs no copies (`numbersLeft`).
 */
export function openNullDevice(): number {
  const opened = [openSync(devNull, 'r+')];
  const last = (): number => opened.at(-1) ?? -1;
  try {
    const highest = Math.max(2, ...openDescriptors());
    const limit = mostOpenFiles();
    const lacksNumbers = (): boolean => numbersLeft(limit, highest, last()) < 0;
    const needsCopies = (): boolean => last() < highest;
    while (lacksNumbers() && needsCopies()) opened.push(openSync(devNull, 'r+'));
  } catch {
    // No number is left: `spawn` says so.
  }
  for (const descriptor of opened.slice(0, -1)) closeSync(descriptor);
  return last();
}

/**
 * How many numbers above the open ones are replaced too: a thread may open them before the child
 * starts.
 */
const SPARE_NUMBERS = 64;

/**
 * Entries of `stdio` for `spawn`, from number `first` on. Each is the null device, in place of a
 * descriptor that may be open in the child, such as one of Chromium or of the verdict. Threads of
 * Chromium open descriptors without close-on-exec at any time, on the lowest free numbers. So these
 * numbers are replaced on Linux:
 *
 * - the open ones;
 * - the free ones below the highest open one;
 * - `SPARE_NUMBERS` above it, or fewer near the limit of open files.
 *
 * On other systems, a child inherits no descriptor by itself: the entries end with that of standard
 * error.
 *
 * The pipe on which `spawn` hears of a failed start is replaced as well. A child that cannot start
 * then seems to start, and ends with 127. So look for the program first (`startFault`).
 *
 * @param nullDevice the descriptor that `openNullDevice` returned
 */
// SECURITY: SEC-92 nothing that is open, or opens meanwhile, reaches a program that we start.
export function othersClosed(first: 0 | 2, nullDevice: number): number[] {
  const openNumbers = openDescriptors();
  const highest = Math.max(2, ...openNumbers);
  const left = numbersLeft(mostOpenFiles(), highest, nullDevice);
  // A spare entry takes two descriptors, its own and its copy's.
  const affordable = Math.max(0, Math.min(SPARE_NUMBERS, Math.floor(left / 2)));
  const spare = openNumbers.length === 0 ? 0 : affordable;
  return Array.from({ length: highest + spare - first + 1 }, () => nullDevice);
}

/**
 * The system's error code if a program, named by its absolute path, cannot be started; null if no
 * reason is seen.
 */
export function startFault(program: string): string | null {
  try {
    accessSync(program, constants.X_OK);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** The soft limit of this process for open files; `Infinity` without a limit, or without /proc. */
function mostOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Open descriptors, without the one that read the list and is closed again. Empty without /proc. */
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
