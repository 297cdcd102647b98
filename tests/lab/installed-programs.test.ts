/** Set-up's check of programs that one suite needs: the missing ones, and the one command that installs them. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missingParts, notInstalled } from '../../scripts/setup/installed-programs.mjs';

it('finds a program in any folder of the PATH, and names the missing ones', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'installed-programs-'));
  try {
    const all = missingParts('reader', '/nowhere');
    expect(all).toContain('orca');
    writeFileSync(path.join(folder, 'orca'), '');
    chmodSync(path.join(folder, 'orca'), 0o755);
    expect(missingParts('reader', `/nowhere:${folder}`)).toEqual(all.filter((name) => name !== 'orca'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('finds a file in any of its folders, and names a missing one', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'installed-files-'));
  try {
    expect(missingParts('wine', '/nowhere', root)).toContain('DejaVuSans.ttf');
    const folder = path.join(root, 'usr', 'share', 'fonts', 'TTF');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'DejaVuSans.ttf'), '');
    expect(missingParts('wine', '/nowhere', root)).not.toContain('DejaVuSans.ttf');
  } finally {
    rmSync(root, { recursive: true });
  }
});

it.each([
  ['reader', ['orca', 'Xvfb'], 'xvfb'],
  ['keyring', ['gnome-keyring-daemon'], 'gnome-keyring'],
  ['browser', ['chromium', 'xdg-open'], 'xdg-utils'],
  ['mono', ['mcs', 'mono'], 'libsodium23'],
  ['java', ['java', 'javac'], 'default-jdk-headless'],
  ['cpp', ['g++'], 'libssl-dev'],
  ['wine', ['wine', 'wineserver'], 'fonts-dejavu-core'],
] as const)('gives one line that installs the needs of "%s"', (name, programs, wanted) => {
  const all = missingParts(name, '/nowhere');
  expect(all).toEqual(expect.arrayContaining([...programs]));
  const { message, remedy = '' } = notInstalled(name, all);
  expect(message).toContain(`not installed: ${all.join(' ')}`);
  expect(remedy).toMatch(/^sudo apt-get update && sudo apt-get install -y --no-install-recommends [^\n]+$/);
  expect(remedy.split(' ')).toContain(wanted);
});
