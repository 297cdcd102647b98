import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { othersClosed } from '../../../../electron/os/closed-descriptors.ts';

const onLinux = describe.skipIf(process.platform !== 'linux');

onLinux('the descriptors of a program that we start', () => {
  const nothing = (): number => {
    const descriptor = openSync(devNull, 'r+');
    onTestFinished(() => closeSync(descriptor));
    return descriptor;
  };

  it('all lead nowhere, numbers too that another thread may take before the start (SEC-92)', () => {
    const descriptor = nothing();
    const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
    const entries = othersClosed(2, descriptor);
    expect(new Set(entries)).toEqual(new Set([descriptor]));
    expect(entries.length).toBeGreaterThanOrEqual(highest + 32);
  });

  it('are the null device there', () => {
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
});
