/** Window properties for the desktop: the application's identity and its icon. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from './fixtures.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

const hasXprop = spawnSync('sh', ['-c', 'command -v xprop']).status === 0;

test('gives the taskbar the product’s name, desktop entry and icon', async ({ launch }) => {
  test.skip(!hasXprop, 'there is no xprop (apt-get install x11-utils)');
  const { app, window } = await launch();
  const [handle, name] = await app.evaluate(({ app: program, BrowserWindow }) => [
    BrowserWindow.getAllWindows()[0]?.getNativeWindowHandle().readUInt32LE(0) ?? 0,
    program.getName(),
  ]);
  expect(name).toBe('Gatehouse');
  const property = (...names: readonly string[]): string =>
    execFileSync('xprop', ['-notype', '-id', String(handle), ...names], { encoding: 'utf8' });
  const entry = readFileSync(
    resolve(import.meta.dirname, '..', '..', 'packaging', 'linux', 'gatehouse.desktop'),
    'utf8',
  );
  const wmClass = /^StartupWMClass=(.+)$/m.exec(entry)?.[1] ?? '';
  expect(property('WM_CLASS').trim()).toBe(`WM_CLASS = "gatehouse", "${wmClass}"`);
  // Wide, high, then a number for each pixel; the first is the transparent corner.
  const [width, height, corner] = (
    execFileSync('xprop', ['-notype', '-id', String(handle), '32c', '_NET_WM_ICON'], {
      encoding: 'utf8',
    }).split('=')[1] ?? ''
  )
    .split(',')
    .map((text) => Number(text.trim()));
  expect([width, height, corner]).toEqual([128, 128, 0]);
  await expect(window).toHaveTitle('Who is signing in? – Gatehouse');
});
