import { _electron } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeSandboxFolder,
  playwrightArguments,
  prepareForSandboxUser,
  requireElectron,
} from '../../runtime/electron-runtime.ts';

/** One screen, in light and dark. */
export type SheetEntry = Readonly<{ name: string; light: string; dark: string }>;

const COLUMNS = 4;

const APP = `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ webPreferences: { sandbox: true } });
  window.loadFile('sheet.html');
});`;

/**
 * Draws all screens on one sheet, light beside dark, with the Electron at hand.
 *
 * @param entries absolute paths of the pictures
 * @param target where the sheet's PNG goes
 */
export async function drawContactSheet(entries: readonly SheetEntry[], target: string): Promise<void> {
  const runtime = requireElectron();
  const folder = makeSandboxFolder('sheet-');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'sheet', version: '1.0.0', main: 'main.cjs' }),
  );
  writeFileSync(join(folder, 'main.cjs'), APP);
  writeFileSync(join(folder, 'sheet.html'), pageOf(entries));
  prepareForSandboxUser(folder);
  const app = await _electron.launch({
    executablePath: runtime.executable,
    chromiumSandbox: true,
    args: [...playwrightArguments(), `--user-data-dir=${makeSandboxFolder('sheet-profile-')}`, folder],
  });
  const page = await app.firstWindow();
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
  await page.screenshot({ path: target, fullPage: true });
  await app.close();
}

function pageOf(entries: readonly SheetEntry[]): string {
  const picture = (path: string): string =>
    `<img alt="" src="data:image/png;base64,${readFileSync(path).toString('base64')}">`;
  const figures = entries.map(
    ({ name, light, dark }) =>
      `<figure><div>${picture(light)}${picture(dark)}</div><figcaption>${name}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: 1840px; font: 15px system-ui; }
    main { display: grid; grid-template-columns: repeat(${COLUMNS}, auto); gap: 20px 24px; padding: 24px; background: #8b9196; }
    figure { margin: 0; }
    figure div { display: flex; gap: 4px; }
    img { width: 210px; display: block; }
    figcaption { color: #fff; padding-top: 4px; }
  </style><main>${figures.join('')}</main>`;
}
