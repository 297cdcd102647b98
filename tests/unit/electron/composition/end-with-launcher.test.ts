import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endWithLauncher } from '../../../../electron/composition/end-with-launcher.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

afterEach(() => {
  vi.restoreAllMocks();
});

/** A pipe as the launcher makes it: one end held by the launcher, one read by the login. */
function pipe(): Readonly<{ held: number; read: number }> {
  const path = join(temp.folder(), 'alive');
  execFileSync('mkfifo', [path]);
  return { held: openSync(path, constants.O_RDWR), read: openSync(path, 'r') };
}

describe('the end of the launcher', () => {
  it('ends the login when the launcher ends and not before, without a timer', async () => {
    const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
    const { held, read } = pipe();
    const end = vi.fn();
    const ended = new Promise<void>((resolve) => {
      endWithLauncher(read, () => {
        end();
        resolve();
      });
    });
    await new Promise(setImmediate);
    expect(end).not.toHaveBeenCalled();
    closeSync(held);
    await ended;
    await new Promise(setImmediate);
    expect(end).toHaveBeenCalledTimes(1);
    for (const timer of timers) expect(timer).not.toHaveBeenCalled();
  });

  it('ends the login also if the launcher ended first', async () => {
    const { held, read } = pipe();
    closeSync(held);
    await new Promise<void>((resolve) => {
      endWithLauncher(read, resolve);
    });
  });
});
