/**
 * Lint rule `gatehouse/rooms`: allows the imports that docs/architecture.md allows. A room is a folder with a row in
 * its table. A side is a top folder, such as `shared` or `electron`. `SIDES` lists the files and packages that each
 * side may import.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../lib/paths.ts';
import { textOf, type Context, type Node } from './syntax.ts';

/**
 * The rows of the table. `mayImport`: the rooms of its own side that it may import; null means all but those of
 * `mayNotImport`.
 */
export const ROOMS = [
  ...readFileSync(inRoot('docs', 'architecture.md'), 'utf8').matchAll(
    /^\| `((?:shared|electron|renderer)(?:\/[\w-]+)+)` +\| (.+?) +\| (.+?) +\|$/gm,
  ),
].map(([, room = '', rule = '', cell = '']) => ({
  path: room,
  rule,
  mayImport: cell.startsWith('all but') ? null : namesIn(cell),
  mayNotImport: cell.startsWith('all but') ? namesIn(cell) : [],
}));

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);
}

/** The files and packages that a side may import. The first row whose `from` fits a file counts. */
const SIDES = [
  { from: /^shared\//, files: /^shared\//, packages: /^(zod\/mini|intl-messageformat)$/ },
  {
    from: /^renderer\//,
    files: /^(renderer|shared)\//,
    packages: /^(react|react\/jsx-runtime|react-dom(\/client)?|zustand(\/\w+)*|uqr)$/,
  },
  {
    from: /^electron\//,
    files: /^(electron|shared)\//,
    packages:
      /^(electron|node:.+|zod\/mini|socket\.io-client|engine\.io-client|uqr|plist|@formatjs\/icu-messageformat-parser)$/,
  },
  {
    from: /^emulator\/(test-support|.*\.test)\.ts$/,
    files: /^(emulator|tests\/support)\/|^shared\/result\.ts$/,
    packages: /^/,
  },
  {
    from: /^emulator\//,
    files: /^emulator\/(?!test-support\.ts$|.*\.test\.ts$)|^shared\/result\.ts$/,
    packages: /^(node:.+|zod(\/mini)?|socket\.io|ws|otpauth|uqr)$/,
  },
  // Below here the workshop, whose own folders are the smaller rooms: without a word about packages.
  { from: /^packaging\//, files: /^(packaging|shared|scripts\/(lib|docs))\//, packages: /^/ },
  { from: /^lab\//, files: /^(lab|scripts\/lib|packaging\/native)\//, packages: /^/ },
  {
    from: /^scripts\/lib\//,
    files: /^(scripts\/lib|shared)\/|^electron\/frontends\/terminal\/column-width\.ts$/,
    packages: /^/,
  },
  // They drive the program as the tests do, and list what the tests prove.
  { from: /^scripts\/(bench|smoke|docs)\//, files: /^/, packages: /^/ },
  {
    from: /^scripts\//,
    files: /^(scripts|packaging|lab|shared)\/|^vitest\.config\.ts$/,
    packages: /^/,
  },
];

const ELECTRON_HOMES = /^electron\/(electron-api\/|preload\.ts$|main\.ts$)/;

/** The room of a file: the longest row that contains it. Without a row, the first two parts of the file's path. */
export function roomOf(file: string) {
  const rows = ROOMS.map((room) => room.path).filter((room) => file.startsWith(`${room}/`));
  return rows.sort((a, b) => b.length - a.length)[0] ?? file.split('/').slice(0, 2).join('/');
}

/**
 * Whether a file may import a file or package.
 * @param from the path of the file, relative to the repository
 * @param written the import's specifier
 */
export function mayImport(from: string, written: string) {
  const side = SIDES.find((one) => one.from.test(from));
  if (side === undefined) return true;
  if (written === 'electron' && from.startsWith('electron/') && !ELECTRON_HOMES.test(from))
    return false;
  if (!written.startsWith('.')) return side.packages.test(written);
  const to = path.posix.join(path.posix.dirname(from), written);
  if (!side.files.test(to)) return false;
  const [folder = ''] = from.split('/');
  const row = ROOMS.find((one) => one.path === roomOf(from));
  if (row === undefined || !to.startsWith(`${folder}/`)) return true;
  const target = roomOf(to);
  if (target === row.path) return !isOtherFrontend(from, to);
  if (/\.tsx?$/.test(target)) return target === 'shared/result.ts';
  const name = target.slice(folder.length + 1);
  return row.mayImport === null ? !row.mayNotImport.includes(name) : row.mayImport.includes(name);
}

function isOtherFrontend(from: string, to: string) {
  const [own, other] = [from, to].map((file) => /^electron\/frontends\/([\w-]+)\//.exec(file)?.[1]);
  return own !== undefined && other !== undefined && own !== other;
}

/** The rule for the lint plugin (plugin.ts). */
export const rooms = {
  create(context: Context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node: Node) => {
      if (!node.source) return;
      const written = textOf(node.source);
      if (typeof written !== 'string' || mayImport(from, written)) return;
      context.report({
        node: node.source,
        message: `${roomOf(from)} may not import ${written} (docs/architecture.md).`,
      });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};
