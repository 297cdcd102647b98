import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { ReadStream } from 'node:tty';

const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
/**
 * More reads than the terminal buffer of any kernel can fill. The limit ends the loop on a terminal
 * at its end, where reads go on to succeed.
 */
const MAX_READS = 1024;

/**
 * Discards all unread input of the controlling terminal, including half a line, as `tcflush` does.
 * It does nothing without a terminal and on Windows. In the background it does nothing either:
 * there the terminal belongs to another program, and the kernel would stop this one for touching
 * it. It never throws, so that no login fails because of it.
 */
export function discardInput(): void {
  let descriptor: number | null = null;
  try {
    if (process.platform === 'win32' || !isInForeground()) return;
    descriptor = openSync('/dev/tty', O_RDWR | O_NOCTTY | O_NONBLOCK);
    const terminal = new ReadStream(openSync('/dev/tty', O_RDWR | O_NOCTTY));
    // Without a listener, the `error` event of a mode that cannot be set would be thrown.
    terminal.on('error', () => undefined);
    // The kernel hands out half a line only in raw mode.
    terminal.setRawMode(true);
    readAll(descriptor);
    terminal.setRawMode(false);
    terminal.destroy();
  } catch {
    // There is no terminal, or the system has no descriptor or process left.
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function readAll(descriptor: number): void {
  const buffer = Buffer.alloc(4096);
  try {
    // A read throws EAGAIN once nothing is left.
    for (let reads = 0; reads < MAX_READS; reads += 1) readSync(descriptor, buffer);
  } catch {
    // Nothing is left, or the terminal has gone.
  }
  buffer.fill(0);
}

/** Whether the process belongs to the process group that gets the terminal's keys. */
function isInForeground(): boolean {
  if (process.platform === 'linux') {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Behind the name in parentheses: state, parent, group, session, terminal, the terminal's
    // foreground group.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, , ownGroup, , , foregroundGroup] = fields;
    return ownGroup === foregroundGroup;
  }
  const { stdout } = spawnSync('/bin/ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
    timeout: 2_000,
  });
  // `ps` marks a process of the foreground group with a plus sign.
  return stdout.includes('+');
}
