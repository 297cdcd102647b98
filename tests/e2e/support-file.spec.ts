import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeSandboxFolder } from '../../lab/electron-runtime.ts';
import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import { submitUsername } from './support/screens.ts';

/** The connection check, done. */
async function openDoctor(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Something wrong?' }).click();
  // It may take as long as the network lets it.
  await expect(window.getByRole('button', { name: 'Show for support' })).toBeVisible({
    timeout: 45_000,
  });
}

test('shows the support file, then saves the same by keyboard, without username or secrets (SEC-43)', async ({
  emulator,
  launch,
}) => {
  const downloads = makeSandboxFolder('downloads-');
  const { app, window } = await launch();
  await app.evaluate(({ app: program }, folder) => program.setPath('downloads', folder), downloads);
  // The log, which is a part of it, has seen the name.
  await submitUsername(window, 'alice');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await openDoctor(window);
  const button = window.getByRole('button', { name: /for support$/ });
  await button.focus();
  await window.keyboard.press('Enter');
  const region = window.getByRole('region', { name: 'For support' });
  const shown = (await region.textContent()) ?? '';
  expect(readdirSync(downloads)).toEqual([]);
  expect(JSON.parse(shown)).toMatchObject({
    kind: 'doctor-bundle',
    configuration: { settings: { 'service.applicationType': 'promptless' } },
    log: expect.arrayContaining([expect.objectContaining({ at: expect.any(String) })]),
  });
  for (const secret of [emulator.secretKey, emulator.systemToken, 'alice'])
    expect(shown).not.toContain(secret);

  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
  const heard = await listen(window);
  await window.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^status: Saved as /));
  const [name = '', ...others] = readdirSync(downloads);
  expect([name, others]).toEqual([
    expect.stringMatching(/^gatehouse-support-\d{4}-\d\d-\d\d\.json$/),
    [],
  ]);
  expect(readFileSync(join(downloads, name), 'utf8')).toBe(shown);
  expect(statSync(join(downloads, name)).mode & 0o777).toBe(0o600);
});

test('replaces no file by the support file, but picks another name, and keeps a file created meanwhile (SEC-43)', async ({
  launch,
}) => {
  const downloads = makeSandboxFolder('downloads-');
  const { app, window } = await launch();
  await app.evaluate(({ app: program }, folder) => program.setPath('downloads', folder), downloads);
  await openDoctor(window);
  const show = window.getByRole('button', { name: 'Show for support' });
  const sentence = window.getByRole('main').getByText('saves it as');
  const shownFile = async (): Promise<string> =>
    /saves it as (.+)\.$/.exec((await sentence.textContent()) ?? '')?.[1] ?? '';
  await show.click();
  const first = await shownFile();
  mkdirSync(first);
  await window.getByRole('button', { name: 'Check again' }).click();
  await show.click({ timeout: 45_000 });
  const next = await shownFile();
  expect(next).toBe(first.replace(/\.json$/, '-2.json'));
  writeFileSync(next, 'mine');
  const heard = await listen(window);
  await window.getByRole('button', { name: 'Save for support' }).click();
  await expect
    .poll(heard)
    .toContainEqual(expect.stringContaining('alert: The file could not be saved.'));
  expect(readFileSync(next, 'utf8')).toBe('mine');
  await expect(window.getByRole('button', { name: 'Save for support' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

/**
 * How much of the ring around the focused button is cut off, in page pixels, at each edge of the
 * window.
 */
const cutOfRing = (window: Page): Promise<Readonly<Record<string, number>>> =>
  window.evaluate(() => {
    const { top, bottom, left, right } =
      document.activeElement?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    // 2 px, 2 px outside (docs/look.md).
    const ring = 4;
    const outside = {
      top: ring - top,
      bottom: bottom + ring - clientHeight,
      left: ring - left,
      right: right + ring - clientWidth,
    };
    return Object.fromEntries(Object.entries(outside).filter(([, pixels]) => pixels > 0.5));
  });

test('keeps the ring of the focus whole at 200 % when the support file is shown, and when it is saved', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await app.evaluate(
    ({ app: program }, folder) => program.setPath('downloads', folder),
    makeSandboxFolder('downloads-'),
  );
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
  );
  await expect.poll(() => window.evaluate(() => devicePixelRatio)).toBe(2);
  await openDoctor(window);
  const button = window.getByRole('button', { name: /for support$/ });
  await button.focus();
  await expect.poll(() => cutOfRing(window), 'before').toEqual({});
  await window.keyboard.press('Enter');
  await expect(button).toHaveAccessibleName('Save for support');
  await expect.poll(() => cutOfRing(window), 'shown').toEqual({});
  await window.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => cutOfRing(window), 'saved').toEqual({});
  await expect(button).toBeFocused();
});
