import { closeSync, constants, fstatSync, openSync } from 'node:fs';
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

/**
 * Entries of `stdio` for `spawn`, from `first` on. Replaces each open descriptor, e.g. of Chromium or the verdict,
 * with `nothing`, the null device. Closed descriptors from 3 on stay closed: `spawn` reports a failed start on one.
 */
export function othersClosed(first: 0 | 2, nothing: number): (number | 'ignore')[] {
  const open = openDescriptors();
  const highest = Math.max(2, ...open);
  return Array.from({ length: highest - first + 1 }, (_unused, index) => {
    const number = first + index;
    return number < 3 || open.includes(number) ? nothing : 'ignore';
  });
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
