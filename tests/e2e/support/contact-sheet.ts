import { readFileSync } from 'node:fs';
import { onPlainPage } from './plain-page.ts';

/** One screen, in light and dark. */
export type SheetEntry = Readonly<{ name: string; light: string; dark: string }>;

const COLUMNS = 4;

/**
 * Draws all screens on one sheet, light beside dark, with the Electron at hand.
 *
 * @param entries absolute paths of the pictures
 * @param target where the sheet's PNG goes
 */
export async function drawContactSheet(
  entries: readonly SheetEntry[],
  target: string,
): Promise<void> {
  await onPlainPage(pageOf(entries), (page) => page.screenshot({ path: target, fullPage: true }));
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
