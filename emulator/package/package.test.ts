import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { helpText } from '../cli/arguments.ts';
import { version } from '../version.ts';
import { tempFolders } from '../../tests/support/files/temp-folder.ts';

/** The npm package, as the checkout builds it. Installed, under the oldest Node: installed.test.ts. */

const root = fileURLToPath(new URL('../..', import.meta.url));

type Manifest = Readonly<{
  version: string;
  dependencies: Readonly<Record<string, string>>;
}>;

const manifestOf = (file: string): Manifest =>
  JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as Manifest;

const own = manifestOf('emulator/package.json');

const { folder } = tempFolders();

describe('the package of the emulator', () => {
  it('carries the version that the program says, with a heading for it in its changelog', () => {
    expect(own.version).toBe(version);
    expect(readFileSync(`${root}/emulator/CHANGELOG.md`, 'utf8')).toContain(`\n## ${version}`);
  });

  it('depends on exactly the packages that its sources import, in the versions tested here', () => {
    const { devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    const sources = execFileSync('git', ['ls-files', 'emulator/*.ts'], { cwd: root })
      .toString()
      .split('\n')
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-support/.test(file));
    const imported = new Set(
      sources.flatMap((file) =>
        [
          ...readFileSync(`${root}/${file}`, 'utf8').matchAll(
            /^(?:import|export|\}).* from '([^.'][^']*)'/gm,
          ),
        ].flatMap(([, name = '']) => (name.startsWith('node:') ? [] : [name])),
      ),
    );
    expect(Object.keys(own.dependencies)).toEqual([...imported].sort());
    for (const [name, wanted] of Object.entries(own.dependencies))
      expect([name, devDependencies[name]]).toEqual([name, wanted]);
  });

  it('names no file in its README and its help that it does not bring', () => {
    const out = folder();
    execFileSync(process.execPath, ['emulator/package/build.ts', out], {
      cwd: root,
      stdio: 'ignore',
    });
    const readme = readFileSync(`${out}/package/README.md`, 'utf8');
    const named = `${readme}\n${helpText()}`.matchAll(
      /(?<![\w/.{-])(?:docs|emulator|examples|faults|realtime|service|tests)\/[\w-]+(?:[./][\w.-]+)*/g,
    );
    const files = new Set([...named].map(([file]) => file));
    expect([...files]).toContain('examples/emulator-python');
    expect([...files].filter((file) => !existsSync(`${out}/package/${file}`))).toEqual([]);
  });

  it('packs plain JavaScript with its types and pages, and nothing of the checkout', () => {
    const out = folder();
    const tarball = execFileSync(process.execPath, ['emulator/package/build.ts', out], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
    const files = execFileSync('tar', ['--list', '--gzip', '--file', tarball])
      .toString()
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''));
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'dist/emulator/main.js',
        'dist/emulator/index.js',
        'dist/emulator/index.d.ts',
        'dist/emulator/phone/phone.html',
        'dist/emulator/phone/phone.js',
        'dist/emulator/prompt/wait.js',
        'dist/shared/result.js',
        'examples/emulator-node/emulator.mjs',
        'examples/emulator-python/conftest.py',
      ]),
    );
    const strange = files.filter(
      (file) =>
        !/^(package\.json|(README|CHANGELOG)\.md|LICENSE|dist\/(emulator|shared)\/.*|examples\/emulator-(node|python)\/.*)$/.test(
          file,
        ) || /\.test\.ts|test-support|(?<!\.d)\.ts$|strict|node_modules|__pycache__/.test(file),
    );
    expect(strange).toEqual([]);
    const program = readFileSync(`${out}/package/dist/emulator/main.js`, 'utf8');
    expect(program.startsWith('#!/usr/bin/env node\n')).toBe(true);
  });
});
