/**
 * Lint rule `gatehouse/layers`: allows the imports that the tables of `layer-table.ts` allow. A
 * layer is a folder with a row in `LAYERS`. A top layer is a folder such as `shared` or `electron`,
 * or a part of the tools.
 */
import path from 'node:path';
import { ELECTRON_HOMES, LAYERS, TOP_LAYERS } from './layer-table.ts';
import { textOf, type Context, type Node } from './syntax.ts';

type LayerPath = keyof typeof LAYERS;

/** The layers, with the longer path first where one layer is in another. */
const PATHS = (Object.keys(LAYERS) as LayerPath[]).sort((one, other) => other.length - one.length);

const isLayer = (folder: string): folder is LayerPath => Object.hasOwn(LAYERS, folder);

/**
 * The layer of a file: the longest row that contains it. Without a row, the first two parts of the
 * file's path.
 */
export function layerOf(file: string): string {
  return (
    PATHS.find((layer) => file.startsWith(`${layer}/`)) ?? file.split('/').slice(0, 2).join('/')
  );
}

/**
 * Whether a file may import a file or package.
 *
 * @param from the path of the file, relative to the repository
 * @param written the import's specifier
 */
export function mayImport(from: string, written: string): boolean {
  const top = TOP_LAYERS.find((one) => one.from.test(from));
  if (top === undefined) return true;
  if (written === 'electron' && from.startsWith('electron/') && !ELECTRON_HOMES.test(from))
    return false;
  if (!written.startsWith('.')) return top.packages.test(written);
  const to = path.posix.join(path.posix.dirname(from), written);
  if (!top.files.test(to)) return false;
  const [folder = ''] = from.split('/');
  const layer = layerOf(from);
  if (!isLayer(layer) || !to.startsWith(`${folder}/`)) return true;
  const target = layerOf(to);
  if (target === layer) return !isOtherFrontend(from, to);
  // A file beside the layers, such as electron/main.ts.
  if (/\.tsx?$/.test(target)) return target === 'shared/result.ts';
  const allowed = LAYERS[layer].mayImport;
  return 'allBut' in allowed ? !isIn(allowed.allBut, target) : isIn(allowed, target);
}

const isIn = (layers: readonly string[], layer: string): boolean => layers.includes(layer);

function isOtherFrontend(from: string, to: string): boolean {
  const [own, other] = [from, to].map((file) => /^electron\/frontends\/([\w-]+)\//.exec(file)?.[1]);
  return own !== undefined && other !== undefined && own !== other;
}

/** The rule for the lint plugin (plugin.ts). */
export const layers = {
  create(context: Context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node: Node) => {
      if (!node.source) return;
      const written = textOf(node.source);
      if (typeof written !== 'string' || mayImport(from, written)) return;
      context.report({
        node: node.source,
        message: `${layerOf(from)} may not import ${written} (scripts/lint/layer-table.ts).`,
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
