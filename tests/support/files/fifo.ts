import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

const RESCUE_SECONDS = 5;

/**
 * Makes a FIFO without a writer, and runs `act` beside it. Code that opens it and waits is released
 * after a few seconds, so that a fault fails its test and does not hang the suite.
 *
 * @returns the result of `act`, and whether it had waited
 */
export function besideFifo<Value>(
  folder: string,
  act: (path: string) => Value,
): Readonly<{ value: Value; hasWaited: boolean }> {
  const path = join(folder, 'fifo');
  execFileSync('mkfifo', ['-m', '600', path]);
  const rescue = spawn('sh', ['-c', `sleep ${RESCUE_SECONDS}; exec 3<>"$0"`, path], {
    stdio: 'ignore',
  });
  try {
    const from = performance.now();
    const value = act(path);
    return { value, hasWaited: performance.now() - from > (RESCUE_SECONDS - 1) * 1000 };
  } finally {
    rescue.kill();
  }
}
