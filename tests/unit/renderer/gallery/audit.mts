import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { eachFixture, fixturesOf, withGallery, type Look } from './open-gallery.mts';

/**
 * Audits every fixture in a real browser: `node tests/unit/renderer/gallery/audit.mts [part of a name …]`.
 * axe in light, dark and forced colours; targets of 44 px; no sideways scrolling at 320 px, at 400 % zoom, with
 * large text and with the text spacing of WCAG 1.4.12. Exits with 1 when anything is found.
 */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }';

const LOOKS: readonly Look[] = [
  { name: 'light', width: 420, height: 600, theme: 'light' },
  { name: 'dark', width: 420, height: 600, theme: 'dark' },
  { name: 'forced', width: 420, height: 600, theme: 'dark', forced: true },
  { name: 'small', width: 320, height: 480, theme: 'light' },
  { name: 'zoom-400', width: 320, height: 150, theme: 'light' },
  { name: 'text-200', width: 420, height: 600, theme: 'light', style: 'html { font-size: 200% }' },
  { name: 'text-200-small', width: 320, height: 480, theme: 'light', style: 'html { font-size: 200% }' },
  { name: 'spacing', width: 320, height: 480, theme: 'light', style: SPACING },
];
const MIN_TARGET_PX = 44;

const names = fixturesOf(process.argv.slice(2));
let found = 0;
await withGallery(async (browser, address) => {
  for (const look of LOOKS) {
    await eachFixture(browser, look, names, address, (page, name) => audit(page, look, name));
  }
});
process.stdout.write(
  `${String(names.length)} fixtures, ${String(LOOKS.length)} looks, ${String(found)} findings\n`,
);
process.exitCode = found === 0 ? 0 : 1;

function report(look: Look, name: string, what: string): void {
  found += 1;
  process.stdout.write(`${look.name} ${name}: ${what}\n`);
}

async function audit(page: Page, look: Look, name: string): Promise<void> {
  for (const problem of await geometry(page)) report(look, name, problem);
  if (!['light', 'dark', 'forced'].includes(look.name)) return;
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    report(look, name, `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }
}

/** Elements that overflow the window or are too small to hit. */
function geometry(page: Page): Promise<readonly string[]> {
  return page.evaluate((minPx) => {
    const problems: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('.visually-hidden, .seen-on-focus, svg, [hidden]') !== null) continue;
      const box = element.getBoundingClientRect();
      const label = `${element.tagName} "${element.textContent.slice(0, 30)}"`;
      if (box.left < -0.5 || box.right > window.innerWidth + 0.5) problems.push(`${label} sticks out`);
      const isControl = element.matches('button, input');
      if (isControl && (box.height < minPx || box.width < minPx)) {
        problems.push(`${label} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
      }
    }
    return problems;
  }, MIN_TARGET_PX);
}
