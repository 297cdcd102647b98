/** What set-up knows about Wine: what is missing, which is too old, and the one command that installs it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

const { missingParts, notInstalled, versionIn } = await loadScript<{
  missingParts: (searched: string, fonts: string[]) => string[];
  notInstalled: (parts: string[]) => Error & { remedy?: string };
  versionIn: (output: string) => number | undefined;
}>('setup/wine.mjs');

it('finds a program in any folder of the PATH and the font, and names what is nowhere', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wine-step-'));
  try {
    expect(missingParts('/nowhere', ['/nowhere'])).toEqual(['wine', 'wineserver', 'DejaVuSans.ttf']);
    for (const name of ['wine', 'DejaVuSans.ttf']) {
      writeFileSync(path.join(folder, name), '');
      chmodSync(path.join(folder, name), 0o755);
    }
    expect(missingParts(`/nowhere:${folder}`, ['/nowhere', folder])).toEqual(['wineserver']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['wine-8.0 (Debian 8.0~repack-4)\n', 8],
  ['wine-10.0 (Debian 10.0~repack-6)\n', 10],
  ['it looks like wine32 is missing\nwine-5.0.3\n', 5],
  ['error: unable to find wine executable', undefined],
])('reads the version out of %j', (output, version) => {
  expect(versionIn(output)).toBe(version);
});

it('says in one line how it is installed', () => {
  const { message, remedy = '' } = notInstalled(['wine']);
  expect(message).toContain('not installed: wine');
  expect(remedy).toMatch(
    /^sudo apt-get update && sudo apt-get install -y --no-install-recommends .*\bwine64 wine fonts-dejavu-core$/,
  );
});
