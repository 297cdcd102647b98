import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { othersClosed } from '../../../../electron/os/closed-descriptors.ts';

/** Of the module under test, for a process with a limit of its own. */
const MODULE = new URL('../../../../electron/os/closed-descriptors.ts', import.meta.url).href;
const onLinux = describe.skipIf(process.platform !== 'linux');

onLinux('the descriptors of a program that we start', () => {
  const nothing = (): number => {
    const descriptor = openSync(devNull, 'r+');
    onTestFinished(() => closeSync(descriptor));
    return descriptor;
  };

  it('leads all descriptors of a started program nowhere, numbers too that another thread may take before the start (SEC-92)', () => {
    const descriptor = nothing();
    const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
    const entries = othersClosed(2, descriptor);
    expect(new Set(entries)).toEqual(new Set([descriptor]));
    expect(entries.length).toBeGreaterThanOrEqual(highest + 32);
  });

  it('gives a started program the null device as its other descriptors', () => {
    const list = ['/proc/self/fd', '-mindepth', '1', '-printf', '%f %l\n'];
    const stdio = ['ignore', 'pipe', ...othersClosed(2, nothing())] as const;
    const { status, stdout } = spawnSync('/usr/bin/find', list, {
      cwd: '/',
      stdio: [...stdio],
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const led = stdout.trim().split('\n');
    expect(led.length).toBeGreaterThan(32);
    // `find` has descriptors of its own.
    expect(led.filter((line) => !/^1 | (?:\/dev\/null|\/proc\/.*|\/)$/.test(line))).toEqual([]);
  });

  it.each([
    ['free', 30],
    ['taken', 240],
  ])(
    'covers a descriptor that a caller left near the limit of open files, with the numbers below it %s (SEC-92)',
    (_name, last) => {
      const script = `
        import { spawnSync } from 'node:child_process';
        import { openSync } from 'node:fs';
        import { openNullDevice, othersClosed } from ${JSON.stringify(MODULE)};
        while (openSync('/dev/zero', 'r') < ${String(last)});
        const stdio = ['ignore', 'pipe', ...othersClosed(2, openNullDevice())];
        const list = ['/proc/self/fd', '-mindepth', '1', '-printf', '%f %l\\n'];
        const { status, stdout, error } = spawnSync('/usr/bin/find', list, { stdio, encoding: 'utf8' });
        const ours = stdout?.split('\\n').filter((line) => line.includes('zero'));
        console.log(JSON.stringify({ status, fault: error?.code ?? null, ours }));
      `;
      const { stdout, stderr } = spawnSync(
        '/bin/bash',
        [
          '-c',
          'ulimit -n 256; exec 245</dev/zero; exec "$0" --input-type=module -e "$1"',
          process.execPath,
          script,
        ],
        { encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({ status: 0, fault: null, ours: [] });
    },
  );
});
