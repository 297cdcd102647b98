import { chromium, type Browser, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { FIXTURES } from '../fixtures.ts';
import { DOCTOR_PAGES } from '../reports.ts';

/** A window to look at the fixtures in. */
export type Look = Readonly<{
  name: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
  forced?: boolean;
  style?: string;
}>;

/** The fixtures with one of these parts in their names; all of them for an empty list. */
export function fixturesOf(parts: readonly string[]): readonly string[] {
  return [...Object.keys(FIXTURES), ...DOCTOR_PAGES].filter(
    (name) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
}

/** Serves the gallery, lets `act` go through it in a real browser, and closes both. */
export async function withGallery(act: (browser: Browser, address: string) => Promise<void>): Promise<void> {
  const server = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  await act(browser, server.resolvedUrls?.local[0] ?? '');
  await browser.close();
  await server.close();
}

/** Shows each fixture in a look, and calls `see` when it is drawn. */
export async function eachFixture(
  browser: Browser,
  look: Look,
  names: readonly string[],
  address: string,
  see: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    forcedColors: look.forced === true ? 'active' : 'none',
  });
  const page = await context.newPage();
  for (const name of names) {
    // Another query makes it another page: a new hash alone would not load anew.
    await page.goto(`${address}?${name}#${name}`);
    await page.locator('h1:visible').waitFor();
    if (look.style !== undefined) await page.addStyleTag({ content: look.style });
    await page.waitForTimeout(120);
    await see(page, name);
  }
  await context.close();
}
