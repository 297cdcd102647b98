/** Bundles lab/backports into one file: `node bundle.mjs FOLDER`. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const [, , target] = process.argv;
if (target === undefined) throw new Error('usage: node bundle.mjs FOLDER');
const source = path.resolve(here, '..', 'backports');

await build({
  root: source,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  resolve: { conditions: ['node', 'require', 'default'], mainFields: ['main'] },
  build: {
    target: 'node16',
    minify: false,
    sourcemap: false,
    outDir: target,
    emptyOutDir: true,
    lib: {
      entry: path.join(source, 'index.ts'),
      formats: ['cjs'],
      fileName: () => 'backports.cjs',
    },
    rolldownOptions: {
      external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    },
  },
});
