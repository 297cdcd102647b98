import { describe, expect, it } from 'vitest';
import { importsOf, productModules, type Import } from '../support/module-graph.ts';
import { repositoryFiles, textOf } from '../support/source-files.ts';

const DOCUMENT = 'docs/architecture.md';
const SIDES = ['shared', 'electron', 'renderer'];

/** A room of the document's table. `mayImport` lists the rooms of its own side that it may import; null means all. */
type Room = Readonly<{ path: string; rule: string; mayImport: readonly string[] | null }>;

const ROOMS: readonly Room[] = [
  ...textOf(DOCUMENT).matchAll(
    /^\| `((?:shared|electron|renderer)(?:\/[\w-]+)+)` +\| (.+?) +\| (.+?) +\|$/gm,
  ),
].map(([, path = '', rule = '', cell = '']) => ({
  path,
  rule,
  mayImport: cell.startsWith('all but')
    ? null
    : [...cell.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name),
}));

const IMPORTS = productModules().flatMap(importsOf);
/** The row with the longest path above the file; a file without one is its own room, and a folder its second level. */
const roomOf = (path: string): string => {
  const rows = ROOMS.map((room) => room.path).filter((room) => path.startsWith(`${room}/`));
  return rows.sort((a, b) => b.length - a.length)[0] ?? path.split('/').slice(0, 2).join('/');
};
const isFile = (room: string): boolean => /\.tsx?$/.test(room);

describe('the rooms of docs/architecture.md', () => {
  it('are those that there are', () => {
    const found = repositoryFiles()
      .filter((path) => SIDES.includes(path.split('/')[0] ?? '') && path.split('/').length > 2)
      .map(roomOf);
    expect(ROOMS.map(({ path }) => path).sort()).toEqual([...new Set(found)].sort());
  });

  it.each(ROOMS)('$path imports no other room than it may', ({ path: room, rule, mayImport }) => {
    expect(rule.length).toBeGreaterThan(10);
    const [side = ''] = room.split('/');
    const strays = IMPORTS.filter(({ from, path }: Import) => {
      if (roomOf(from) !== room || path === null) return false;
      const target = roomOf(path);
      if (!target.startsWith(`${side}/`) || target === room) return false;
      if (isFile(target)) return path !== 'shared/result.ts';
      return mayImport !== null && !mayImport.includes(target.slice(side.length + 1));
    });
    expect(strays.map(({ from, written }) => `${from} imports ${written}`)).toEqual([]);
  });

  it.each(ROOMS)('$path imports every room that its row names', ({ path: room, mayImport }) => {
    const [side = ''] = room.split('/');
    const used = new Set(
      IMPORTS.filter(({ from, path }) => roomOf(from) === room && path !== null).map(({ path }) =>
        roomOf(path ?? ''),
      ),
    );
    expect((mayImport ?? []).filter((name) => !used.has(`${side}/${name}`))).toEqual([]);
  });

  it('of the frontends know no other frontend', () => {
    const folderOf = (path: string): string | undefined => /^electron\/frontends\/([\w-]+)\//.exec(path)?.[1];
    const strays = IMPORTS.filter(({ from, path }) => {
      const [own, other] = [folderOf(from), folderOf(path ?? '')];
      return own !== undefined && other !== undefined && own !== other;
    });
    expect(strays.map(({ from, written }) => `${from} imports ${written}`)).toEqual([]);
  });
});
