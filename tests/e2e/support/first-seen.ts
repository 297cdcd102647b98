import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../../emulator/emulator.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
  runElectron,
} from '../../lab/electron-runtime.ts';
import { writeConfig, type LaunchOptions } from '../fixtures.ts';

/** Delay of the page's first answer, which sets its look. */
const LATE_MS = 400;

/**
 * Evaluates an expression in the window at the moment main shows it, however slow the page is: the page gets its first
 * answer late.
 *
 * @param read an expression of JavaScript, for the page
 */
export async function firstSeen(
  emulator: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  read: string,
  { config = {}, env = {} }: Pick<LaunchOptions, 'config' | 'env'>,
): Promise<string> {
  const hook = join(makeSandboxFolder('hook-'), 'hook.cjs');
  writeFileSync(
    hook,
    `const { app, ipcMain } = require('electron');
    const tell = (what) => require('node:fs').writeSync(1, what + '\\n');
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
    });`,
  );
  const { appDir } = requireElectron();
  const profile = `--user-data-dir=${makeSandboxFolder('profile-')}`;
  const ended = await runElectron(
    ['-r', prepareForSandboxUser(hook), profile, appDir, '--', '--config', writeConfig(emulator, config)],
    { env },
  );
  return ended.stdout.trim();
}
