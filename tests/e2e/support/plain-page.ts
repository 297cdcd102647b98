import { _electron, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeSandboxFolder,
  playwrightLoader,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';

const APP = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ webPreferences: { sandbox: true } });
  window.loadFile('page.html');
});`;

/**
 * Opens a page of a test's own, not of Gatehouse, with the Electron at hand; it ends with `use`.
 *
 * @param html the whole page
 */
export async function onPlainPage<Result>(
  html: string,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const runtime = requireElectron();
  const folder = makeSandboxFolder('page-');
  const about = { name: 'page', version: '1.0.0', main: 'main.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  writeFileSync(join(folder, 'main.cjs'), APP);
  writeFileSync(join(folder, 'page.html'), html);
  prepareForSandboxUser(folder);
  const app = await _electron.launch({
    executablePath: runtime.executable,
    chromiumSandbox: true,
    args: [
      '-r',
      playwrightLoader(),
      `--user-data-dir=${makeSandboxFolder('page-profile-')}`,
      folder,
    ],
  });
  try {
    const page = await app.firstWindow();
    await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
    return await use(page);
  } finally {
    await app.close();
  }
}
