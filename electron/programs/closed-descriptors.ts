import { fstatSync, readdirSync } from 'node:fs';

/**
 * Every descriptor from `first` on that is open, all of them nothing: Chromium leaves descriptors of its own and the
 * pipes of the verdict open for whom it starts. What is not open now is left alone: through one of those numbers the
 * start itself tells why it failed.
 *
 * @param first 0 to 2; up to 2 a stream is always named
 * @param nothing a descriptor of the null device
 * @returns what stands in `stdio` from there on
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
