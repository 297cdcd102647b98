// @module-tag tried-again
/** `npm start` without a display: a demonstration in a virtual one. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { onlyFont } from './fonts.ts';
import { electronRuntime, runToEnd } from '../../lab/electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');
const pictures = path.join(checkout, 'out', 'tour');
const runtime = electronRuntime();
const skipped = runtime.available ? '' : runtime.reason;
/** Half a minute on a quiet computer. */
const LIMIT_MS = 240_000;

describe.skipIf(skipped !== '')(`the demonstration${skipped && ` (skipped: ${skipped})`}`, () => {
  it(
    'ends the demonstration with 0 without a display or a Japanese font, and names the font and the pictures',
    { timeout: LIMIT_MS },
    async () => {
      rmSync(pictures, { recursive: true, force: true });
      const { code, stdout, stderr } = await runToEnd(
        [process.execPath, path.join(checkout, 'scripts', 'start.ts')],
        {
          env: { DISPLAY: '', WAYLAND_DISPLAY: '', LANGUAGE: 'de', ...onlyFont('Noto Sans') },
          limitMs: LIMIT_MS,
        },
      );
      expect(`${stdout}${stderr}`).toMatch(/^No display was found\. A few logins are walked/m);
      expect(stdout).toMatch(
        /^Japanese is left out: .*install.*(fonts-vlgothic|font\(:lang=ja\))/m,
      );
      expect(stdout).toMatch(/^The pictures are in \S*out\/tour\/, /m);
      expect(code, stdout).toBe(0);
      expect(readdirSync(pictures)).toEqual(
        expect.arrayContaining([
          'contact-sheet.png',
          'push-light.png',
          'succeeded-dark.png',
          'methods-de-light.png',
        ]),
      );
      expect(readdirSync(pictures)).not.toContain('methods-ja-light.png');
    },
  );

  it.each([
    ['no window opens', { DISPLAY: ':4242', WAYLAND_DISPLAY: '' }],
    // It looks for English words. `npm start` therefore sets the language.
    ['a login does not end as its person should', { LANGUAGE: 'de' }],
  ])('ends the demonstration with 1 if %s', async (_what, env) => {
    const playwright = path.join(checkout, 'node_modules', '@playwright', 'test', 'cli.js');
    const config = path.join(checkout, 'tests', 'e2e', 'demonstration.config.ts');
    const { code, stdout } = await runToEnd(
      [process.execPath, playwright, 'test', '--config', config, '-g', 'approves on her phone'],
      { env, limitMs: LIMIT_MS },
    );
    expect(stdout).toContain('1 failed');
    expect(code).toBe(1);
  });
});
