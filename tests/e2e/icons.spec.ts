/** The icons match their drawings. `npm run icons` writes them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { ICON_PICTURES } from '../../packaging/icons.ts';
import { expect, test } from './fixtures.ts';
import { onPlainPage } from './support/plain-page.ts';

const FOLDER = fileURLToPath(new URL('../../packaging/icons', import.meta.url));
const SHEET = fileURLToPath(new URL('../../docs/screens/icons.png', import.meta.url));
/**
 * Allowed difference of red, green, blue or alpha, of 255: Chromium versions draw edges
 * differently.
 */
const TOLERANCE = 24;
/** The sizes of the sheet, in pixels. */
const SHOWN = [16, 32, 128, 512] as const;

const dataUrl = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`;
const drawing = (name: string): string =>
  dataUrl('image/svg+xml', readFileSync(join(FOLDER, name)));
const picture = (name: string): string => dataUrl('image/png', readFileSync(join(FOLDER, name)));

test('keeps every picture of the icon true to its drawing', async () => {
  const runtime = electronRuntime();
  test.skip(!runtime.available, runtime.available ? '' : runtime.reason);
  const isWriting = test.info().config.updateSnapshots !== 'none';
  await onPlainPage('<!doctype html><title>icons</title>', async (page) => {
    const draw = (svg: string, size: number): Promise<string> =>
      page.evaluate(
        async ([source, pixels]) => {
          const image = new Image(pixels, pixels);
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(pixels, pixels);
          canvas.getContext('2d')?.drawImage(image, 0, 0, pixels, pixels);
          const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        },
        [svg, size] as const,
      );
    const furthest = (one: string, other: string): Promise<number> =>
      page.evaluate(
        async (urls) => {
          const [first, second] = await Promise.all(
            urls.map(async (url) => {
              const image = new Image();
              image.src = url;
              await image.decode();
              const canvas = new OffscreenCanvas(image.width, image.height);
              const context = canvas.getContext('2d');
              context?.drawImage(image, 0, 0);
              return (
                context?.getImageData(0, 0, image.width, image.height).data ??
                new Uint8ClampedArray()
              );
            }),
          );
          if (first === undefined || second === undefined || first.length !== second.length)
            return Infinity;
          return first.reduce(
            (most, value, index) => Math.max(most, Math.abs(value - (second[index] ?? 0))),
            0,
          );
        },
        [one, other],
      );
    for (const { file, drawing: svg, size } of ICON_PICTURES) {
      const drawn = await draw(drawing(svg), size);
      if (isWriting) {
        mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
        writeFileSync(join(FOLDER, file), Buffer.from(drawn, 'base64'));
      }
      const difference = await furthest(`data:image/png;base64,${drawn}`, picture(file));
      expect.soft(difference, `${file} and ${svg}`).toBeLessThanOrEqual(TOLERANCE);
    }
  });
  if (isWriting)
    await onPlainPage(sheet(), (page) => page.screenshot({ path: SHEET, fullPage: true }));
});

/** All drawings at several sizes, on light and on dark. */
function sheet(): string {
  const row = (folder: string): string =>
    SHOWN.map((size) => `<img alt="" src="${picture(`${folder}${String(size)}.png`)}">`).join('');
  const symbolic = SHOWN.slice(0, 3)
    .map(
      (size) =>
        `<img alt="" class="symbolic" width="${String(size)}" src="${drawing('gatehouse-symbolic.svg')}">`,
    )
    .join('');
  const half = (name: string): string =>
    `<section class="${name}"><p>Linux and Windows</p><div>${row('')}</div><p>macOS</p><div>${row('macos/')}</div><p>One colour</p><div>${symbolic}</div></section>`;
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; display: flex; width: 1640px; font: 15px system-ui; }
    section { flex: 1; padding: 24px; background: #fbfaf8; color: #222; }
    .dark { background: #14181d; color: #eee; }
    .dark .symbolic { filter: invert(1); }
    div { display: flex; gap: 24px; align-items: end; }
  </style>${half('light')}${half('dark')}`;
}
