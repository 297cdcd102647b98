/** Set-up reports the failure, its cause and the remedy; and the product never depends on test material. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runToEnd } from './electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');

describe('set-up', () => {
  it('is silent when all is done', async () => {
    const { code, stdout, stderr } = await runToEnd([
      process.execPath,
      path.join(checkout, 'scripts', 'build.mjs'),
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('tells how to fix an override that names no Electron', async () => {
    const script = path.join(checkout, 'scripts', 'package.mjs');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' };
    const { code, stdout, stderr } = await runToEnd([process.execPath, script], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /✗ ELECTRON_OVERRIDE_DIST_PATH names no Electron: \/nowhere\n {2}why: .+\n {2}do: {2}.+\n/,
    );
  });

  it('refuses a suite that is not there', async () => {
    const script = path.join(checkout, 'scripts', 'test.mjs');
    const { code, stderr } = await runToEnd([process.execPath, script, 'nonsense']);
    expect(code).toBe(64);
    expect(stderr).toContain('unit, contract, model, emulator');
  });
});

describe('the product', () => {
  const sources = ['electron', 'renderer', 'shared'].flatMap((side) =>
    readdirSync(path.join(checkout, side), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(side, file)),
  );

  it('has sources that this test sees', () => {
    expect(sources.length).toBeGreaterThan(10);
  });

  it('imports no file of tests/ or emulator/, and no undici', () => {
    const wrong = sources.flatMap((file) => {
      const text = readFileSync(path.join(checkout, file), 'utf8');
      const imported = [...text.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)];
      const names = imported.map(([, name]) => name ?? '');
      return names
        .filter((name) => /^undici(\/|$)/.test(name) || /(^|\/)(tests|emulator)\//.test(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });
});
