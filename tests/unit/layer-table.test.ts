import { describe, expect, it } from 'vitest';
import { FOLDERS, LAYERS } from '../../scripts/lint/layer-table.ts';
import { layerOf } from '../../scripts/lint/layers.ts';
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
        IMPORTS.filter(({ from, path }) => layerOf(from) === layer && path !== null).map(({ path }) =>
          layerOf(path ?? ''),
        ),
      );
      const named: readonly string[] = 'allBut' in allowed ? [] : allowed;
      expect(named.filter((name) => !used.has(name))).toEqual([]);
    },
  );
});
