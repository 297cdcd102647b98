/** The program's window in Windows, driven by Playwright. */
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready } from '../../e2e/support/screens.ts';
import { playwrightLoader, requireElectron } from '../../../lab/electron-runtime.ts';
import { windowsPath } from './prefix.ts';
import { windowsRun } from './windows-program.ts';

const LAUNCH_MS = 90_000;
const ACTION_MS = 60_000;

let wrapper: string | null = null;

/**
 * The command for Playwright: Electron in Wine, with files for its streams. Its standard error is
 * forwarded as it grows, because Playwright reads the address to connect to there. (Node for
 * Windows throws on pipes of Linux.)
 */
function wrapperFile(): string {
  if (wrapper !== null) return wrapper;
  const { prefix, dist } = windowsRun();
  const file = join(prefix.folder, 'electron-in-wine');
  const output = join(prefix.folder, 'window');
  const words = prefix
    .command(['wine', join(dist, 'electron.exe')])
    .map(quoted)
    .join(' ');
  writeFileSync(
    file,
    [
      '#!/bin/sh',
      `: >${quoted(output)}.out; : >${quoted(output)}.err`,
      'cd / || exit 70',
      `${words} "$@" </dev/null >${quoted(output)}.out 2>${quoted(output)}.err &`,
      'child=$!',
      `tail --pid="$child" -s 0.1 -n +1 -f ${quoted(output)}.err >&2 &`,
      'wait "$child"',
      '',
    ].join('\n'),
  );
  chmodSync(file, 0o755);
  return (wrapper = file);
}

/** Starts the program in a window of its own. */
export async function launchInWindows(
  words: readonly string[],
): Promise<Readonly<{ app: ElectronApplication; window: Page }>> {
  const { appDir } = requireElectron();
  const app = await _electron.launch({
    executablePath: wrapperFile(),
    // Wine has no sandbox to speak of; the program's own switches stay as they are (decision 0008).
    chromiumSandbox: true,
    args: [
      '-r',
      windowsPath(playwrightLoader()),
      '--disable-gpu',
      windowsPath(appDir),
      '--',
      ...words,
    ],
    timeout: LAUNCH_MS,
  });
  const window = await app.firstWindow({ timeout: LAUNCH_MS });
  window.setDefaultTimeout(ACTION_MS);
  await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await ready(window);
  return { app, window };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
