/** The lock of set-up, between real processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { ROOT } from '../../../../scripts/lib/repository-files.ts';

const SET_UP = `
import { locked } from '${path.join(ROOT, 'scripts/lib/lock.ts')}';
await locked(async () => {
  console.error('it has the lock');
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
});
`;

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a set-up that holds the lock until its standard input ends. */
function start(): Readonly<{ child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SET_UP], {
    stdio: ['pipe', 'inherit', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: () => said };
}

const LIMIT_MS = 30_000;

it.skipIf(process.platform !== 'linux')(
  'lets a second set-up wait and say so, until the first is killed',
  async () => {
    const first = start();
    await eventually('the first', () => first.said().includes('it has the lock'), LIMIT_MS);
    const second = start();
    await eventually('the second', () => second.said().includes('waiting for another'), LIMIT_MS);
    expect(second.said()).not.toContain('it has the lock');

    first.child.kill('SIGKILL');
    await eventually('its turn', () => second.said().includes('it has the lock'), LIMIT_MS);
    second.child.stdin?.end();
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  },
);
