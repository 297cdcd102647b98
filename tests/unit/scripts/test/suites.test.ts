/** The suites that `npm test` runs for its arguments, and those that a change can break. */
import { existsSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUITES, chooseSuites, brokenBy } from '../../../../scripts/test/suites.ts';
import config, { leftToNightly } from '../../../../vitest.config.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..', '..');
const names = (suites: readonly { name: string }[]): string[] => suites.map(({ name }) => name);

describe('arguments of npm test', () => {
  it('runs without arguments the checks and the suites that decide a landing', () => {
    const { check, chosen, unknown } = chooseSuites([]);
    expect({ check, unknown }).toEqual({ check: true, unknown: [] });
    expect(names(chosen)).toEqual(
      expect.arrayContaining(['unit', 'model', 'gate', 'e2e', 'keyring']),
    );
    expect(names(chosen)).not.toContain('installed');
  });

  it('runs a suite of the nightly by its name', () => {
    expect(names(chooseSuites(['installed']).chosen)).toEqual(['installed']);
  });

  it('runs the suite of a name alone, and reports an unknown name', () => {
    const { check, chosen, unknown } = chooseSuites(['windows', 'check', 'nonsense']);
    expect(names(chosen)).toEqual(['windows']);
    expect(check).toBe(true);
    expect(unknown).toEqual(['nonsense']);
  });

  it('runs the files of a path in its innermost suite', () => {
    const files = [
      'tests/unit/shared/login/machine/start-transitions.test.ts',
      './tests/packaged/installed/deb.test.ts',
    ];
    const { check, chosen, unknown } = chooseSuites([...files, 'docs/gate.md']);
    expect(chosen.map(({ name, files: own }) => [name, own])).toEqual([
      ['unit', ['tests/unit/shared/login/machine/start-transitions.test.ts']],
      ['installed', ['tests/packaged/installed/deb.test.ts']],
    ]);
    expect(check).toBe(false);
    expect(unknown).toEqual(['docs/gate.md']);
  });

  it('runs all files of a suite that is named beside one of its files', () => {
    const { chosen } = chooseSuites(['tests/unit/layers.test.ts', 'unit']);
    expect(chosen.map(({ name, files }) => [name, files])).toEqual([['unit', undefined]]);
  });

  it('reports a file that is not there', () => {
    const file = 'tests/e2e/nope.spec.ts';
    expect(chooseSuites([file])).toMatchObject({ unknown: [file] });
  });
});

describe('the suites of a changed file', () => {
  it.each([
    [
      'launcher/posix/main.c',
      ['gate', 'networks', 'keyring', 'windows', 'examples', 'packaged', 'installed'],
      ['e2e', 'reader'],
    ],
    [
      'renderer/app/App.tsx',
      ['e2e', 'reader', 'browser', 'packaged'],
      ['gate', 'networks', 'windows'],
    ],
    ['docs/gate.md', ['contract'], ['e2e', 'gate', 'packaged']],
  ])('chooses the suites that a change of %s can break', (path, run, left) => {
    const broken = names(brokenBy([path]));
    expect(broken).toEqual(expect.arrayContaining(['unit', ...run]));
    expect(broken.filter((name) => left.includes(name))).toEqual([]);
  });

  it.each([
    ['shared/strings/languages/en.json', true],
    ['docs/security.md', true],
    ['launcher/posix/main.c', true],
    ['shared/result.ts', false],
  ])('decides whether the suites run whole after a change of %s: %s', (path, isWhole) => {
    expect(
      config.test?.forceRerunTriggers?.some((glob) => matchesGlob(join(ROOT, path), glob)),
    ).toBe(isWhole);
  });

  it('takes the suites of a change from rows of existing folders and files', () => {
    const paths = SUITES.flatMap(({ name, folder, brokenBy = [] }) => [
      folder,
      ...brokenBy,
      ...leftToNightly(name),
    ]);
    expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
