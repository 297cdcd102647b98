/**
 * The tree of folders in docs/architecture.md, from the tables of the lint rule that checks
 * imports.
 */
import { FOLDERS, LAYERS } from '../lint/layer-table.ts';

type Folder = Readonly<{ path: string; holds: string }>;

const TOP: readonly Folder[] = Object.entries(FOLDERS).map(([path, holds]) => ({ path, holds }));
const INNER: readonly Folder[] = Object.entries(LAYERS).map(([path, { holds }]) => ({
  path,
  holds,
}));

/** A list with an entry for each folder; one that is inside another is indented below it. */
export function folderTree(): string {
  return [...TOP, ...INNER]
    .filter(({ path }) => !path.includes('/'))
    .flatMap((top) => [
      top,
      ...[...TOP, ...INNER].filter(({ path }) => path.startsWith(`${top.path}/`)),
    ])
    .map(({ path, holds }) => {
      const inner = path.split('/').slice(1).join('/');
      const indent = inner === '' ? '' : '  ';
      return `${indent}- [\`${inner === '' ? path : inner}/\`](../${path}): ${holds}`;
    })
    .join('\n');
}
