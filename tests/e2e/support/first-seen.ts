import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
  runElectron,
  type Ended,
} from '../../../lab/electron-runtime.ts';
import { writeConfig, type LaunchOptions } from '../fixtures.ts';

/**
 * Runs the program with a script in its main process, loaded before it, which may `tell` a line on
 * standard output.
 *
 * @param options `profile`: of an earlier run, to test remembered values
 */
export async function hooked(
  words: readonly string[],
  script: string,
  options: Readonly<{ limitMs?: number; env?: NodeJS.ProcessEnv; profile?: string }> = {},
): Promise<Ended> {
  const hook = join(makeSandboxFolder('hook-'), 'hook.cjs');
  writeFileSync(
    hook,
    `const { app, BrowserWindow, ipcMain } = require('electron');
    const tell = (what) => require('node:fs').writeSync(1, what + '\\n');
    const leave = () => BrowserWindow.getAllWindows().forEach((window) => window.close());
    ${script}`,
  );
  const { appDir } = requireElectron();
  const profile = `--user-data-dir=${options.profile ?? makeSandboxFolder('profile-')}`;
  return await runElectron(
    ['-r', prepareForSandboxUser(hook), profile, appDir, '--', ...words],
    options,
  );
}

/**
 * The latest moments of main (early-window.ts) do not come: on a busy machine they would be first.
 * `later` comes.
 */
export const NO_LATEST = `const later = global.setTimeout;
  global.setTimeout = (act, ms, ...rest) => later(act, ms < 1000 ? ms : 2 ** 31 - 1, ...rest);`;

/** Delay of the page's first answer, which sets its look. */
const LATE_MS = 400;

/**
 * Evaluates an expression in the window at the moment main shows it, however slow the page is: the
 * page gets its first answer late.
 *
 * @param read an expression of JavaScript, for the page
 */
export async function firstSeen(
  emulator: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  read: string,
  { config = {}, env = {} }: Pick<LaunchOptions, 'config' | 'env'>,
): Promise<string> {
  const script = `${NO_LATEST}
    const handle = ipcMain.handle.bind(ipcMain);
    ipcMain.handle = (channel, answer) => handle(channel, async (...given) => {
      if (channel === 'app:get-info') await new Promise((resolve) => setTimeout(resolve, ${LATE_MS}));
      return answer(...given);
    });
    app.on('browser-window-created', (_event, window) => {
      window.show = async () => {
        tell(await window.webContents.executeJavaScript(${JSON.stringify(read)}));
        app.quit();
      };
    });`;
  const ended = await hooked(['--config', writeConfig(emulator, config)], script, { env });
  return ended.stdout.trim();
}
