/** The benchmark's reading of a process's load from `/proc`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../support/eventually.ts';
import { megabytesOf, useWithin } from '../../../../../scripts/bench/support/process-use.ts';

let child: ChildProcess;
const running = async (script: string): Promise<number> => {
  child = spawn(process.execPath, ['-e', `${script}; console.log('up')`]);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child.pid ?? -1;
};
afterEach(() => child.kill('SIGKILL'));

describe.runIf(process.platform === 'linux')('a process on Linux', () => {
  it('measures the time of a core that a process on Linux uses', async () => {
    const pid = await running('setTimeout(() => { for (;;); }, 50)');
    // A busy machine gives it a part of one, and no part at times.
    await eventually('its work to be seen', async () => (await useWithin(pid, 500)).cpuMs > 10);
  });

  it('counts the wake-ups of a process on Linux with a timer', async () => {
    const pid = await running('setInterval(() => {}, 20)');
    await eventually('its rings to be seen', async () => (await useWithin(pid, 500)).wakeUps > 5);
  });

  it('measures the memory of a process on Linux', async () => {
    const pid = await running('setInterval(() => {}, 100_000)');
    expect(megabytesOf(pid)).toBeGreaterThan(5);
  });
});
