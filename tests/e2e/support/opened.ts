import type { ElectronApplication } from '@playwright/test';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../../lab/electron-runtime.ts';
import { eventually } from '../../support/eventually.ts';
import { commandOf } from '../../../lab/processes.ts';

const DEADLINE_MS = 30_000;

/**
 * Records the addresses that are to be opened in the browser, and opens none: for this program the
 * first `xdg-open` in PATH writes down its arguments. Each call takes the new ones, of all programs
 * started before it.
 */
export async function recordOpened(
  app: ElectronApplication,
): Promise<() => Promise<readonly string[]>> {
  const folder = makeSandboxFolder('xdg-open-');
  const [program, opened] = [join(folder, 'xdg-open'), join(folder, 'opened')];
  writeFileSync(opened, '');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >>'${opened}'\n`);
  chmodSync(program, 0o755);
  // A desktop that has a program for every scheme.
  const types = join(folder, 'xdg-mime');
  writeFileSync(types, '#!/bin/sh\necho some.desktop\n');
  chmodSync(types, 0o755);
  prepareForSandboxUser(folder);
  prepareForSandboxUser(opened);
  await app.evaluate((_electron, first) => {
    process.env['PATH'] = `${first}:${process.env['PATH'] ?? ''}`;
  }, folder);
  let taken = 0;
  return async () => {
    // A program that main started before its answer is a process until it has written.
    await app.evaluate(() => true);
    await eventually('the end of xdg-open', () => !isRunning(program), DEADLINE_MS);
    const all = readFileSync(opened, 'utf8').split('\n').slice(0, -1);
    return all.slice(taken, (taken = all.length));
  };
}

const isRunning = (program: string): boolean =>
  readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && commandOf(Number(name)).includes(program),
  );
