/** Sentences of set-up about packages: under the names of this distribution, and once for those that are only nice to have. */
import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tempFolders } from '../support/temp-folder.ts';
import { noteOnce } from '../../scripts/setup/system.mjs';
import { commandFor } from '../../scripts/lib/debian.mjs';
import { checkLibraries } from '../../scripts/setup/runtime.mjs';

it('notes missing packages once with their install command, and again when the list changes', () => {
  const stamps = new Map<string, string>();
  const said: string[] = [];
  const by: NonNullable<Parameters<typeof noteOnce>[1]> = {
    isStamped: (step, inputs) => stamps.get(step) === inputs,
    stamp: (step, inputs) => void stamps.set(step, inputs),
    say: (words) => void said.push(words),
  };
  noteOnce([], by);
  expect(said).toEqual([]);
  for (let start = 0; start < 3; start += 1) noteOnce(['fonts-noto-color-emoji'], by);
  expect(said).toEqual([expect.stringMatching(/^ {2}note: .*apt-get install .*fonts-noto-color-emoji/)]);
  noteOnce(['dbus', 'fonts-noto-color-emoji'], by);
  expect(said).toHaveLength(2);
});

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
    checkLibraries({ executable: at('electron'), version: '45.3.4' }).catch(
      (error: unknown) => (error as { remedy: string }).remedy,
    );
  expect(await remedy()).toMatch(/^install the packages of this system/);
  temp.write(at('dnf'), '');
  expect(await remedy()).toBe(`sudo dnf install 'libnss3.so()(64bit)'`);
  renameSync(at('dnf'), at('zypper'));
  expect(await remedy()).toBe(`sudo zypper install 'libnss3.so()(64bit)'`);
});
