/**
 * Contents of the installers, read from the files; and the manual pages. Identical builds:
 * `reproducible.test.ts`.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { OPTIONS } from '../../shared/command-line/options.ts';
import {
  bashCompletion,
  fishCompletion,
  zshCompletion,
} from '../../packaging/linux/completions.ts';
import { configPage, programPage } from '../../packaging/linux/man-pages.ts';
import { hasProgram, makeInstaller } from './installers.ts';
import { findPackaged, type Packaged } from './packaged-app.ts';

const execute = promisify(execFile);
const found = findPackaged();
const MAKE_MS = 240_000;

const missing = (program: string): string => {
  if (typeof found === 'string') return found;
  return hasProgram(program) ? '' : `there is no ${program}`;
};
const noRpm = missing('rpmbuild');
const noDeb = missing('dpkg-deb');

describe.skipIf(noRpm !== '')(`the rpm${noRpm && ` (skipped: ${noRpm})`}`, () => {
  const files: string[] = [];
  afterAll(() => {
    for (const file of files) rmSync(path.dirname(file), { recursive: true, force: true });
  });
  const rpm = async (...args: readonly string[]): Promise<string> =>
    (await execute('rpm', ['-qp', ...args], { maxBuffer: 1e8 })).stdout;

  it(
    'packs the program into the rpm, owned by root, with its sandbox ready',
    async () => {
      const one = await make();
      const lines = (
        await rpm(
          '--qf',
          '[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]',
          one,
        )
      )
        .trim()
        .split('\n');
      expect(lines.filter((line) => !/^\S+ root root \//.test(line))).toEqual([]);
      expect(lines.filter((line) => /^-.*w.\S* root/.test(line.slice(4)))).toEqual([]);
      expect(lines.filter((line) => /s/.test(line.slice(0, 10)))).toEqual([
        '-rwsr-xr-x root root /opt/gatehouse/chrome-sandbox',
      ]);
      const places = lines.map((line) => line.split(' ').at(-1) ?? '');
      expect(places).toEqual(
        expect.arrayContaining([...NEEDED, '/usr/share/zsh/site-functions/_gatehouse']),
      );
      // Folders of the system belong to others.
      expect(places.filter((place) => /^\/(usr|usr\/bin|usr\/share|etc|opt)$/.test(place))).toEqual(
        [],
      );

      const scripts = await rpm('--scripts', one);
      expect(scripts).toContain('apparmor_parser --replace');
      expect(scripts).toMatch(/postuninstall scriptlet[\s\S]*rm -f "\$profile"/);
      expect((await rpm('--requires', one)).split('\n')).toEqual(
        expect.arrayContaining(['libgtk-3.so.0()(64bit)', 'libGL.so.1()(64bit)']),
      );
    },
    MAKE_MS,
  );

  async function make(): Promise<string> {
    const file = await makeInstaller('rpm', found as Packaged, '0.0.1~test');
    files.push(file);
    return file;
  }
});

describe.skipIf(noDeb !== '')(`the deb${noDeb && ` (skipped: ${noDeb})`}`, () => {
  it(
    'packs the program into the deb, which requires the libraries of Chromium',
    async () => {
      const file = await makeInstaller('deb', found as Packaged, '0.0.1~test');
      const { stdout } = await execute('dpkg-deb', ['--contents', file], { maxBuffer: 1e8 });
      for (const place of NEEDED) expect(stdout).toContain(`.${place}`);
      const { stdout: depends } = await execute('dpkg-deb', ['--field', file, 'Depends']);
      expect(depends.trim().split(', ')).toEqual(
        expect.arrayContaining(['libgtk-3-0 | libgtk-3-0t64', 'libgl1']),
      );
      rmSync(path.dirname(file), { recursive: true, force: true });
    },
    MAKE_MS,
  );
});

describe('the manual pages and completions', () => {
  const EDITION = { version: '1.2.3', date: '2026-02-03' };

  it('names every option in the manual pages, and no line of text that begins as a request', () => {
    const page = programPage(EDITION);
    for (const name of OPTIONS.keys()) expect(page).toContain(name.replaceAll('-', '\\-'));
    const REQUESTS = /^\.(TH|SH|PP|TP|B|BI|BR|I|br|nf|fi|RS|RE)( |$)/;
    for (const text of [page, configPage(EDITION)]) {
      const strays = text.split('\n').filter((line) => /^[.']/.test(line) && !REQUESTS.test(line));
      expect(strays).toEqual([]);
      expect(text).not.toMatch(/undefined|\[object/);
    }
  });

  it.skipIf(!hasProgram('man'))('shows the manual page by man without a warning', async () => {
    const child = execute('man', ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', '-'], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    child.child.stdin?.end(programPage(EDITION));
    expect((await child).stderr).toBe('');
  });

  it('completes every option in every shell', () => {
    for (const name of OPTIONS.keys()) {
      expect(bashCompletion()).toContain(`${name} `);
      expect(zshCompletion()).toContain(`'${name}`);
      expect(fishCompletion()).toContain(`-l ${name.slice(2)} `);
    }
  });
});

/** Files that every installer must put on the disk. */
const NEEDED = [
  '/opt/gatehouse/gatehouse',
  '/opt/gatehouse/bin/gatehouse',
  '/opt/gatehouse/resources/app.asar',
  '/opt/gatehouse/resources/apparmor',
  '/opt/gatehouse/LICENSES.chromium.html',
  '/usr/bin/gatehouse',
  '/usr/share/applications/gatehouse.desktop',
  '/usr/share/icons/hicolor/16x16/apps/gatehouse.png',
  '/usr/share/icons/hicolor/256x256/apps/gatehouse.png',
  '/usr/share/icons/hicolor/scalable/apps/gatehouse.svg',
  '/usr/share/icons/hicolor/symbolic/apps/gatehouse-symbolic.svg',
  '/usr/share/man/man1/gatehouse.1.gz',
  '/usr/share/doc/gatehouse/copyright',
  '/usr/share/doc/gatehouse/sbom.cdx.json',
  '/opt/gatehouse/LICENSES.txt',
  '/usr/share/doc/gatehouse/templates/windows/gatehouse.admx',
  '/usr/share/doc/gatehouse/templates/ansible/playbook.yml',
  '/usr/share/doc/gatehouse/templates/ansible/signer-other-account/signerd.py',
  '/usr/share/man/man5/gatehouse-config.5.gz',
  '/usr/share/bash-completion/completions/gatehouse',
  '/usr/share/fish/vendor_completions.d/gatehouse.fish',
  '/etc/gatehouse',
];
