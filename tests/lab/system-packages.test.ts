/** Sentences of set-up about packages, under the names of this distribution. */
import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tempFolders } from '../support/files/temp-folder.ts';
import { commandFor } from '../../scripts/lib/debian.ts';
import { requireLibraries } from '../../lab/runtime.ts';

const temp = tempFolders();
afterEach(() => {
  vi.unstubAllEnvs();
});

it('names packages as apt knows them here', () => {
  const folder = temp.folder();
  // Of two, one has another name since 2024.
  const script = `case $* in *' libasound2t64 '*) printf 'Package: libasound2t64\\nVersion: 1\\n' ;; *) exit 100 ;; esac`;
  temp.write(path.join(folder, 'apt-cache'), `#!/bin/sh\n${script}\n`, 0o755);
  vi.stubEnv('PATH', folder);
  expect(commandFor(['libasound2', 'libgbm1'])).toMatch(/ libasound2t64 libgbm1$/);
  // Without apt the older ones.
  vi.stubEnv('PATH', path.join(folder, 'empty'));
  expect(commandFor(['libasound2', 'libgbm1'])).toMatch(/ libasound2 libgbm1$/);
});

it('names the packages of a missing library as the distribution does', async () => {
  const folder = temp.folder();
  const at = (name: string): string => path.join(folder, name);
  const script = `printf '\\tlibnss3.so => not found\\n\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n'; exit 1`;
  temp.write(at('ldd'), `#!/bin/sh\n${script}\n`, 0o755);
  vi.stubEnv('PATH', folder);
  const remedy = (): Promise<unknown> =>
    requireLibraries({ executable: at('electron'), version: '45.3.4' }).catch(
      (error: unknown) => (error as { remedy: string }).remedy,
    );
  expect(await remedy()).toMatch(/^install the packages of this system/);
  temp.write(at('dnf'), '');
  expect(await remedy()).toBe(`sudo dnf install 'libnss3.so()(64bit)'`);
  renameSync(at('dnf'), at('zypper'));
  expect(await remedy()).toBe(`sudo zypper install 'libnss3.so()(64bit)'`);
});
