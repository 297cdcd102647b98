import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fitAccent } from '../../shared/brand/accent.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
  runElectron,
} from '../runtime/electron-runtime.ts';
import { expect, test, writeConfig } from './fixtures.ts';
import { LOGO, wholeBrand } from './support/brand.ts';
import { submitUsername } from './support/screens.ts';

const TEXT = '<b>Northwind</b> & sons';

const logoSize = (window: Page) =>
  window
    .locator('header img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
const buttonColour = (window: Page) =>
  window
    .getByRole('button', { name: 'Continue' })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)).join(', ')})`;

test('a brand is shown whole: name, logo, colours of the theme, and who can help', async ({ launch }) => {
  const brand = wholeBrand(TEXT);
  const { app, window } = await launch({ config: { brand, theme: 'dark' }, colorScheme: 'dark' });
  await expect(window.getByRole('banner')).toHaveText(TEXT);
  await expect(window).toHaveTitle(`Who is signing in? – ${TEXT}`);
  expect(await logoSize(window)).toEqual([LOGO.width, LOGO.height]);
  await expect(window.getByRole('contentinfo')).toContainText(`${brand.help} ${brand.helpAddress}`);
  const { accent } = fitAccent(brand.accent);
  expect(await buttonColour(window)).toBe(rgb(accent.dark.accent));
  await window.emulateMedia({ colorScheme: 'light' });
  expect(await buttonColour(window)).toBe(rgb(accent.light.accent));
  // Without the test's own emulation it is the configuration that says which.
  await window.emulateMedia({ colorScheme: null });
  expect(await buttonColour(window)).toBe(rgb(accent.dark.accent));
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');

  await submitUsername(window, 'alice');
  await expect(window.getByRole('banner')).toContainText('Example Desktop');
  expect(await logoSize(window)).toEqual([LOGO.width, LOGO.height]);
  await expect(window.getByRole('contentinfo')).toHaveText(`${brand.help} ${brand.helpAddress}`);
});

test('nobody sees the window before it has its name, however long the page takes', async ({ emulator }) => {
  const hook = join(makeSandboxFolder('hook-'), 'hook.cjs');
  // The page gets its answer late; what it shows is read when main shows the window.
  writeFileSync(
    hook,
    `const { app, ipcMain } = require('electron');
    const tell = (what) => require('node:fs').writeSync(1, what + '\\n');
    const late = 400;
    const handle = ipcMain.handle.bind(ipcMain);
    ipcMain.handle = (channel, answer) => handle(channel, async (...given) => {
      if (channel === 'app:get-info') await new Promise((resolve) => setTimeout(resolve, late));
      return answer(...given);
    });
    app.on('browser-window-created', (_event, window) => {
      window.show = async () => {
        tell(await window.webContents.executeJavaScript('document.querySelector("header").textContent'));
        app.quit();
      };
    });`,
  );
  const { appDir } = requireElectron();
  const shown = async (brand: Readonly<Record<string, string>>) => {
    const profile = `--user-data-dir=${makeSandboxFolder('profile-')}`;
    const config = writeConfig(emulator, { brand });
    const ended = await runElectron([
      '-r',
      prepareForSandboxUser(hook),
      profile,
      appDir,
      '--',
      '--config',
      config,
    ]);
    return ended.stdout.trim();
  };
  expect(await shown({ name: 'Northwind' })).toBe('Northwind');
  // Where there is nothing to wait for, nothing is waited for.
  expect(await shown({})).toBe('Gatehouse');
});
