import { closeSync, constants, fstatSync, openSync, readdirSync } from 'node:fs';

/**
 * The writing end of a pipe that a parent gave, on a descriptor that children do not inherit and that does not wait: a
 * user with many pipes gets small ones (pipe(7)), and a login that waits in one would hear no signal. Node opens with
 * close-on-exec and cannot set it on an open descriptor.
 *
 * @param descriptor closed here
 * @returns `descriptor` itself, still open, where the system has no /proc: macOS starts children with their streams
 *   alone, and on Windows the launcher sees to it
 */
export function closedOnExec(descriptor: number): number {
  // Under Wine /proc is there, and its numbers are Linux's.
  if (process.platform !== 'linux') return descriptor;
  try {
    const own = openSync(`/proc/self/fd/${String(descriptor)}`, constants.O_WRONLY | constants.O_NONBLOCK);
    closeSync(descriptor);
    return own;
  } catch {
    return descriptor;
  }
}

/**
 * A `stdio` array that points every open descriptor from `first` on at /dev/null, so that the child inherits no
 * descriptor of Chromium and no pipe of the verdict. Closed numbers stay closed: `spawn` reports a failed start
 * through one of them.
 *
 * @param first 0 to 2; up to 2 a stream is always named
 * @param nothing a descriptor of the null device
 * @returns the entries of `stdio` from `first` on
 */
export function othersClosed(first: 0 | 2, nothing: number): (number | 'ignore')[] {
  const open = openDescriptors();
  const highest = Math.max(2, ...open);
  return Array.from({ length: highest - first + 1 }, (_unused, index) => {
    const number = first + index;
    return number < 3 || open.includes(number) ? nothing : 'ignore';
  });
}

function openDescriptors(): readonly number[] {
  try {
    // The look itself had one open.
    return readdirSync('/proc/self/fd').map(Number).filter(isOpen);
  } catch {
    // No Linux.
    return [];
  }
}

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}
