import { describe, expect, it } from 'vitest';
import { FOLDERS, LAYERS } from '../../scripts/lint/layer-table.ts';
import { layerOf, mayImport } from '../../scripts/lint/layers.ts';
import { importsOf, productModules } from '../support/sources/module-graph.ts';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';

const IMPORTS = productModules().flatMap(importsOf);

describe('the table of layers', () => {
  it('gives each folder of the program a row', () => {
    const found = repositoryFiles()
      .filter((path) => /^(shared|electron|renderer)\/.+\//.test(path))
      .map(layerOf);
    expect(Object.keys(LAYERS).sort()).toEqual([...new Set(found)].sort());
  });

  it('gives each top folder, and each folder of the launcher, a row', () => {
    const found = repositoryFiles()
      .filter((path) => /^(?!\.)[^/]+\//.test(path))
      .map((path) => /^launcher\/[^/]+(?=\/)|^[^/]+/.exec(path)?.[0] ?? '');
    expect(Object.keys(FOLDERS).sort()).toEqual([...new Set(found)].sort());
  });

  it('says of each folder in a sentence what it holds', () => {
    const sentences = [
      ...Object.values(FOLDERS),
      ...Object.values(LAYERS).map(({ holds }) => holds),
    ];
    expect(sentences.filter((holds) => !/^[A-Z].{9,}\.$/.test(holds))).toEqual([]);
  });

  it.each(Object.entries(LAYERS))(
    'imports into %s every layer that its row names',
    (layer, { mayImport: allowed }) => {
      const used = new Set(
        IMPORTS.filter(({ from, path }) => layerOf(from) === layer && path !== null).map(
          ({ path }) => layerOf(path ?? ''),
        ),
      );
      const named: readonly string[] = 'allBut' in allowed ? [] : allowed;
      expect(named.filter((name) => !used.has(name))).toEqual([]);
    },
  );
});

describe('the rule of imports', () => {
  it.each([
    ['packaging/linux/man-pages.ts', '../../scripts/docs/tables.ts'],
    ['packaging/contents.ts', '../scripts/build/record-packages.ts'],
    ['lab/person.ts', '../tests/support/eventually.ts'],
    ['lab/written-config.ts', '../emulator/emulator.ts'],
    ['scripts/lib/files.ts', '../build/messages.ts'],
    ['scripts/build/page.ts', '../../lab/display.ts'],
    ['scripts/docs/descriptions.ts', '../../tests/support/login/login-fixtures.ts'],
    ['scripts/bench/terminal.ts', '../../tests/gate/support/hosts.ts'],
    ['scripts/smoke/main.ts', '../../tests/support/eventually.ts'],
    ['scripts/test.ts', '../tests/support/eventually.ts'],
    ['emulator/emulator.ts', '../tests/support/eventually.ts'],
    ['examples/playwright/fixtures.ts', '../../lab/electron-runtime.ts'],
    ['examples/thick-client-node/client.mjs', '../../shared/outcomes/verdict.ts'],
  ])('refuses in %s the import of %s', (from, written) => {
    expect(mayImport(from, written)).toBe(false);
  });

  it.each([
    ['packaging/linux/man-pages.ts', '../../scripts/lib/template.ts'],
    ['lab/set-up.ts', '../scripts/build/build-product.ts'],
    ['lab/launch.ts', '../packaging/native/launcher.ts'],
    ['scripts/smoke/main.ts', '../../tests/e2e/fixtures.ts'],
    ['emulator/clock.test.ts', '../tests/support/eventually.ts'],
    ['examples/playwright/program.ts', '../../lab/electron-runtime.ts'],
    ['tests/gate/launcher.test.ts', '../../scripts/lib/files.ts'],
  ])('allows in %s the import of %s', (from, written) => {
    expect(mayImport(from, written)).toBe(true);
  });
});
