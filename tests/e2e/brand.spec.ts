import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { LOGO, wholeBrand } from './support/brand.ts';
import { firstSeen } from './support/first-seen.ts';
import { submitUsername } from './support/screens.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

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

test('shows the whole brand: name, logo, colour of the light theme, and contact for help', async ({
  launch,
}) => {
  const brand = wholeBrand(TEXT);
  const { app, window } = await launch({ config: { brand, theme: 'dark' }, colorScheme: 'dark' });
  await expect(window.getByRole('banner')).toHaveText(TEXT);
  await expect(window).toHaveTitle(`Who is signing in? – ${TEXT}`);
  expect(await logoSize(window)).toEqual([LOGO.width, LOGO.height]);
  await expect(window.getByRole('contentinfo')).toContainText(`${brand.help} ${brand.helpAddress}`);
  // The brand's colour has too little contrast in the dark theme.
  const usual = await buttonColour(window);
  expect(usual).not.toBe(rgb(brand.accent));
  await window.emulateMedia({ colorScheme: 'light' });
  expect(await buttonColour(window)).toBe(rgb(brand.accent));
  // Without the test's own emulation it is the configuration that says which.
  await window.emulateMedia({ colorScheme: null });
  expect(await buttonColour(window)).toBe(usual);
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');

  await submitUsername(window, 'alice');
  await expect(window.getByRole('banner')).toContainText('Example Desktop');
  expect(await logoSize(window)).toEqual([LOGO.width, LOGO.height]);
  await expect(window.getByRole('contentinfo')).toHaveText(`${brand.help} ${brand.helpAddress}`);
});

test('shows the window only with its brand name, however long the page takes', async ({
  emulator,
}) => {
  const shown = (brand: Readonly<Record<string, string>>) =>
    firstSeen(emulator, 'document.querySelector("header").textContent', { config: { brand } });
  expect(await shown({ name: 'Northwind' })).toBe('Northwind');
  // Without a brand the window does not wait.
  expect(await shown({})).toBe('Gatehouse');
});
