/** Set-up's check of programs that one suite needs: the missing ones, and the one command that installs them. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolders } from '../support/temp-folder.ts';
import { missingParts, notInstalled } from '../../scripts/setup/installed-programs.mjs';

const temp = tempFolders();

it('finds a program in any folder of the PATH, and names the missing ones', () => {
  const folder = temp.folder();
  const all = missingParts('reader', '/nowhere');
  expect(all).toContain('orca');
  temp.write(path.join(folder, 'orca'), '', 0o755);
  expect(missingParts('reader', `/nowhere:${folder}`)).toEqual(all.filter((name) => name !== 'orca'));
});

it('finds a file in any of its folders, and names a missing one', () => {
  const root = temp.folder();
  expect(missingParts('wine', '/nowhere', root)).toContain('DejaVuSans.ttf');
  temp.write(path.join(root, 'usr', 'share', 'fonts', 'TTF', 'DejaVuSans.ttf'), '');
  expect(missingParts('wine', '/nowhere', root)).not.toContain('DejaVuSans.ttf');
});

it.each([
  ['reader', ['orca', 'Xvfb'], 'xvfb'],
  ['mono', ['mcs', 'mono'], 'libsodium23'],
  ['wine', ['wine', 'wineserver'], 'fonts-dejavu-core'],
] as const)('gives one line that installs the needs of "%s"', (name, programs, wanted) => {
  const all = missingParts(name, '/nowhere');
  expect(all).toEqual(expect.arrayContaining([...programs]));
  const { message, remedy = '' } = notInstalled(name, all);
  expect(message).toContain(`not installed: ${all.join(' ')}`);
  expect(remedy).toMatch(/^sudo apt-get update && sudo apt-get install -y --no-install-recommends [^\n]+$/);
  expect(remedy.split(' ')).toContain(wanted);
});
