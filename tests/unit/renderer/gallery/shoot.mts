import type { Browser, Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { eachFixture, fixturesOf, withGallery, type Look } from './open-gallery.mts';

/**
 * Photographs the gallery: `node tests/unit/renderer/gallery/shoot.mts [folder] [part of a fixture's name …]`.
 * Writes one picture per fixture and look, and a contact sheet per look.
 */
type Shot = Look & Readonly<{ fullPage?: boolean }>;

const LOOKS: readonly Shot[] = [
  { name: 'light', width: 420, height: 600, theme: 'light' },
  { name: 'dark', width: 420, height: 600, theme: 'dark' },
  { name: 'small', width: 320, height: 480, theme: 'light' },
  {
    name: 'large-text',
    width: 420,
    height: 600,
    theme: 'light',
    style: 'html { font-size: 200% }',
    fullPage: true,
  },
  { name: 'forced', width: 420, height: 600, theme: 'dark', forced: true },
  { name: 'wide', width: 1100, height: 900, theme: 'light' },
];

const [folder = '/tmp/gallery', ...wanted] = process.argv.slice(2);
const lookNames = process.env['LOOKS']?.split(',');
const names = fixturesOf(wanted);

await mkdir(folder, { recursive: true });
await withGallery(async (browser, address) => {
  for (const look of LOOKS) {
    if (lookNames !== undefined && !lookNames.includes(look.name)) continue;
    const shots: string[] = [];
    await eachFixture(browser, look, names, address, async (page, name) => {
      shots.push(await shoot(page, look, name));
    });
    await sheet(browser, look, shots);
  }
});

async function shoot(page: Page, look: Shot, name: string): Promise<string> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) console.error(`${look.name}/${name}: ${overflow} px too wide`);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  if (tall > 0 && look.name === 'light') console.error(`${look.name}/${name}: scrolls by ${tall} px`);
  const isWhole = look.fullPage === true || name.startsWith('doctor-');
  const picture = await page.screenshot({ fullPage: isWhole });
  await writeFile(`${folder}/${look.name}-${name}.png`, picture);
  return `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`;
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
