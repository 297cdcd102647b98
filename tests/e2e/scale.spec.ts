/** The window on displays of other densities: it lies within the work area, is drawn sharply, and nothing is cut off. */
import { spawn, spawnSync } from 'node:child_process';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { expect, test as base } from './fixtures.ts';
import { cutOff, drawn } from './support/layout.ts';
import { showView } from './support/network-screens.ts';

const START_MS = 30_000;
const FACTORS = [1, 1.25, 1.5, 2, 3] as const;
/** What is widest, and what is a picture. */
const SCREENS = ['methods-all', 'qr', 'proxy-login-refused'] as const;

/** A display as large as those that have such densities, without a window manager. */
const test = base.extend<object, { largeDisplay: string }>({
  largeDisplay: [
    async ({}, use) => {
      base.skip(spawnSync('sh', ['-c', 'command -v Xvfb']).status !== 0, 'there is no Xvfb');
      const server = spawn(
        'Xvfb',
        ['-displayfd', '3', '-ac', '-nolisten', 'tcp', '-screen', '0', '3840x2160x24'],
        { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
      );
      const ended = new Promise((resolve) => server.once('exit', resolve));
      const number = await new Promise<string>((resolve, reject) => {
        const limit = setTimeout(() => {
          reject(new Error(`Xvfb was not ready in ${String(START_MS)} ms`));
        }, START_MS);
        let said = '';
        server.stdio[3]?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (!said.includes('\n')) return;
          clearTimeout(limit);
          resolve(said.trim());
        });
      });
      await use(`:${number}`);
      server.kill();
      await ended;
    },
    { scope: 'worker' },
  ],
});

for (const factor of FACTORS)
  test(`the window at a scale of ${factor}: within the work area, sharp, nothing cut off`, async ({
    launch,
    largeDisplay,
  }) => {
    const { app, window } = await launch({
      switches: [`--force-device-scale-factor=${factor}`],
      env: { DISPLAY: largeDisplay },
    });
    const { bounds, workArea, scaleFactor } = await app.evaluate(({ BrowserWindow, screen }) => {
      const shown = BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
      const { workArea: area, scaleFactor: factorOfDisplay } = screen.getDisplayMatching(shown);
      return { bounds: shown, workArea: area, scaleFactor: factorOfDisplay };
    });
    expect(scaleFactor).toBe(factor);
    expect(bounds.width).toBeGreaterThan(0);
    expect(bounds.x).toBeGreaterThanOrEqual(workArea.x);
    expect(bounds.y).toBeGreaterThanOrEqual(workArea.y);
    // A pixel of the display may be less than one of ours.
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(workArea.x + workArea.width + 1);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(workArea.y + workArea.height + 1);

    for (const name of SCREENS) {
      await showView(app, FIXTURES[name] ?? usernameView());
      await drawn(window);
      expect(await cutOff(window), name).toEqual([]);
    }
    const { ratio, width } = await window.evaluate(() => ({ ratio: devicePixelRatio, width: innerWidth }));
    expect(ratio).toBe(factor);
    // The window has whole pixels of the display.
    expect(Math.abs(width - 420)).toBeLessThanOrEqual(2);
    // Drawn with the pixels of the display, not enlarged afterwards: the header of a PNG has its width at byte 16.
    const picture = await window.screenshot({ scale: 'device' });
    expect(Math.abs(picture.readUInt32BE(16) - width * factor)).toBeLessThanOrEqual(1);
  });
