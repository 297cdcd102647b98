import { chromium, type Browser } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { FIXTURES } from '../fixtures.ts';
import { DOCTOR_PAGES } from '../reports.ts';

/**
 * Photographs the gallery: `node tests/unit/renderer/gallery/shoot.mts [folder] [part of a fixture's name …]`.
 * Writes one picture per fixture and look, and a contact sheet per look.
 */
type Look = Readonly<{
  name: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
  textPercent?: number;
  forced?: boolean;
  fullPage?: boolean;
}>;

const LOOKS: readonly Look[] = [
  { name: 'light', width: 420, height: 600, theme: 'light' },
  { name: 'dark', width: 420, height: 600, theme: 'dark' },
  { name: 'small', width: 320, height: 480, theme: 'light' },
  { name: 'large-text', width: 420, height: 600, theme: 'light', textPercent: 200, fullPage: true },
  { name: 'forced', width: 420, height: 600, theme: 'dark', forced: true },
  { name: 'wide', width: 1100, height: 900, theme: 'light' },
];

const [folder = '/tmp/gallery', ...wanted] = process.argv.slice(2);
const lookNames = process.env['LOOKS']?.split(',');
const names = [...Object.keys(FIXTURES), ...DOCTOR_PAGES].filter(
  (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

const server = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) });
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
await mkdir(folder, { recursive: true });
for (const look of LOOKS) {
  if (lookNames === undefined || lookNames.includes(look.name)) await shoot(browser, look);
}
await browser.close();
await server.close();

async function shoot(from: Browser, look: Look): Promise<void> {
  const context = await from.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    forcedColors: look.forced === true ? 'active' : 'none',
  });
  const page = await context.newPage();
  const shots: string[] = [];
  for (const name of names) {
    // Another query makes it another page: a new hash alone would not load anew.
    await page.goto(`${address}?${name}#${name}`);
    await page.locator('h1:visible').waitFor();
    if (look.textPercent !== undefined) {
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, look.textPercent);
    }
    await page.waitForTimeout(120);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) console.error(`${look.name}/${name}: ${overflow} px too wide`);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    if (tall > 0 && look.name === 'light') console.error(`${look.name}/${name}: scrolls by ${tall} px`);
    const isWhole = look.fullPage === true || name.startsWith('doctor-');
    const picture = await page.screenshot({ fullPage: isWhole });
    await writeFile(`${folder}/${look.name}-${name}.png`, picture);
    shots.push(
      `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
    );
  }
  await context.close();
  await sheet(from, look, shots);
}

/** Eight pictures a sheet: more cannot be judged at a glance. */
async function sheet(from: Browser, look: Look, shots: readonly string[]): Promise<void> {
  const perSheet = 8;
  const page = await from.newPage({ viewport: { width: 4 * (look.width + 16) + 16, height: 800 } });
  for (let start = 0; start < shots.length; start += perSheet) {
    await page.setContent(
      `<style>body{margin:16px;display:grid;grid-template-columns:repeat(4,${look.width}px);gap:16px;background:#888;font:14px sans-serif;align-items:start}figure{margin:0}img{display:block;width:100%}</style>${shots.slice(start, start + perSheet).join('')}`,
    );
    await page.screenshot({
      path: `${folder}/sheet-${look.name}-${start / perSheet + 1}.png`,
      fullPage: true,
    });
  }
  await page.close();
}
