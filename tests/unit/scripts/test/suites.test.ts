/**
 * The suites that `npm test` runs for its arguments, those that a change can break, and their rows
 * elsewhere.
 */
import { existsSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUITES, chooseSuites, brokenBy } from '../../../../scripts/test/suites.ts';
import { PROGRAMS } from '../../../../lab/programs.ts';
import config, { leftToNightly } from '../../../../vitest.config.ts';
import { repositoryFiles, textOf } from '../../../../scripts/lib/repository-files.ts';

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

describe('the rows of a suite', () => {
  it('gives each project of vitest to a suite, so that none is left out', () => {
    const projects = (config.test?.projects ?? []).map((project) => {
      const { test } = project as { test?: { name?: string } };
      return test?.name;
    });
    const run = SUITES.filter(({ runner }) => runner === 'vitest').flatMap((suite) => [
      ...suite.projects,
    ]);
    expect(run.sort()).toEqual(projects.sort());
  });

  it('gives each playwright.config.ts to a suite', () => {
    const configured = repositoryFiles().filter((path) => path.endsWith('/playwright.config.ts'));
    const run = SUITES.filter(({ runner }) => runner === 'playwright').map(
      ({ folder }) => `${folder}/playwright.config.ts`,
    );
    expect(run.sort()).toEqual(configured.filter((path) => path.startsWith('tests/')).sort());
  });

  it('gives each suite a row in tests/README.md', () => {
    const [, table = ''] = /^## The suites$([^]*?)^## /m.exec(textOf('tests/README.md')) ?? [];
    const rows = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(names(SUITES).sort());
  });

  it('runs each suite that decides a landing in the workflow ci.yml', () => {
    const workflow = textOf('.github/workflows/ci.yml');
    const [, inNode = ''] = /run: node scripts\/test\.ts check (.+)$/m.exec(workflow) ?? [];
    const [, inWindow = ''] = /^ +suites: \[(.+)\]$/m.exec(workflow) ?? [];
    const run = [...inNode.split(' '), ...inWindow.split(/,? /)];
    expect(run.sort()).toEqual(names(chooseSuites([]).chosen).sort());
  });
});

describe('programs of the system', () => {
  it('gives each program of lab/programs.json to a suite that there is', () => {
    const suites = textOf('scripts/test/suites.ts');
    expect(Object.keys(PROGRAMS).filter((name) => !suites.includes(`('${name}'`))).toEqual([]);
    const of = Object.values(PROGRAMS).map(({ suite }) => suite);
    expect(of.filter((suite) => !names(SUITES).includes(suite))).toEqual([]);
  });

  it('installs in a nightly each program without which a test is skipped', () => {
    const installed = new Set(Object.values(PROGRAMS).flatMap(({ programs }) => programs));
    const packagers = textOf('scripts/package/packagers.ts');
    const tests = repositoryFiles().filter((path) => /^tests\/.+\.ts$/.test(path));
    const looked = tests.flatMap((path) =>
      [...textOf(path).matchAll(/(?:command -v |hasProgram\(')([a-z][\w-]*)/gi)].map(
        ([, name = '']) => name,
      ),
    );
    expect(looked).toContain('xprop');
    const missing = looked.filter(
      (name) => !installed.has(name) && !packagers.includes(`'${name}'`) && name !== 'apt-get',
    );
    expect(missing).toEqual([]);
  });
});

describe('a second try', () => {
  it('tries no test of a security rule again', () => {
    const files = repositoryFiles().filter((path) => /^tests\/.+\.(test|spec)\.tsx?$/.test(path));
    const tried = files.filter((path) =>
      /@module-tag tried-again|\bretr(?:y|ies): ?[1-9]/.test(textOf(path)),
    );
    expect(tried).toContain('tests/lab/dev.test.ts');
    expect(tried).toContain('tests/e2e/accessibility.spec.ts');
    expect(tried.filter((path) => /\(SEC-\d/.test(textOf(path)))).toEqual([]);
  });
});
