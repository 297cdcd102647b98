import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { ReadStream } from 'node:tty';

const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
/** More reads than any kernel's buffer of a terminal fills: ends with a terminal whose end is read without end. */
const MOST_READS = 1024;

/**
 * Discards all input of the controlling terminal that nobody has read, as `tcflush` does, half a line too. No effect
 * without a terminal, on Windows, and in the background, where the terminal belongs to another program, and touching it
 * would stop this one. Never throws: no login fails for it.
 */
export function discardInput(): void {
  let descriptor: number | null = null;
  try {
    if (process.platform === 'win32' || !isInForeground()) return;
    descriptor = openSync('/dev/tty', O_RDWR | O_NOCTTY | O_NONBLOCK);
    const mode = new ReadStream(openSync('/dev/tty', O_RDWR | O_NOCTTY));
    // A mode that cannot be set is an event, which would be thrown.
    mode.on('error', () => undefined);
    // The kernel hands out half a line only in raw mode.
    mode.setRawMode(true);
    readAll(descriptor);
    mode.setRawMode(false);
    mode.destroy();
  } catch {
    // No terminal, or no descriptor or process is left.
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function readAll(descriptor: number): void {
  const buffer = Buffer.alloc(4096);
  try {
    // Throws EAGAIN once nothing is left.
    for (let reads = 0; reads < MOST_READS; reads += 1) readSync(descriptor, buffer);
  } catch {
    // Or the terminal has gone.
  }
  buffer.fill(0);
}

/** Whether the process belongs to the group that the terminal's keys go to. */
function isInForeground(): boolean {
  if (process.platform === 'linux') {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  }
  const { stdout } = spawnSync('/bin/ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
    timeout: 2_000,
  });
  return stdout.includes('+');
}
