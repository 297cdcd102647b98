import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type BuildEnvironmentOptions, type Plugin, type UserConfig } from 'vite';
import { recordSide } from './scripts/build/record-packages.ts';
import { messages, withoutParser } from './scripts/build/messages-plugin.ts';
import { pageIn, pageName } from './scripts/build/page.ts';
import { LANGUAGES } from './shared/strings/language.ts';

/*
 * A build for each side: `vite build --mode main | terminal | preload | renderer` builds the checkout, readable and with source
 * maps; `--mode package-main` and so on what the installers pack, minified (scripts/build/build-product.ts runs them).
 * Main and preload are CommonJS for the oldest Node and Chromium that the tests may run on (tests/lab).
 */
const root = import.meta.dirname;

type Side = 'main' | 'terminal' | 'preload' | 'renderer';

/** What both kinds of build share, and where they differ. */
const buildOf = (side: Side, isForPackage: boolean): BuildEnvironmentOptions => ({
  outDir: resolve(root, isForPackage ? 'out/package/dist' : 'dist', side),
  emptyOutDir: true,
  minify: isForPackage,
  // Chromium 108 needs the styles that the minifier lowers.
  cssMinify: true,
  // The page serves no maps, and a sandboxed preload has no address: they have theirs inside.
  sourcemap: isForPackage ? false : side === 'main' || side === 'terminal' || 'inline',
  modulePreload: false,
  reportCompressedSize: false,
});

/** Sources by their address on this computer: debuggers find them wherever a build is run from. */
const sourcemapPathTransform = (source: string, map: string): string =>
  pathToFileURL(resolve(dirname(map), source)).href;

/** The packages inside are listed where they are given away. */
const recorded = (side: Side, isForPackage: boolean) => (isForPackage ? [recordSide(side)] : []);

const nodeSide = (
  entry: string,
  side: Exclude<Side, 'renderer'>,
  isForPackage: boolean,
): UserConfig => ({
  root,
  publicDir: false,
  plugins: [
    messages(),
    withoutParser(),
    ...recorded(side, isForPackage),
    ...(side === 'main' ? [windowIcon] : []),
  ],
  // Node is `node16` syntax; the browser build of engine.io-client leaves its own network out, ours
  // is given.
  resolve: {
    conditions: ['browser', 'module', 'import', 'default'],
    // The browser build of plist counts on a DOM.
    alias: { plist: resolve(root, 'node_modules', 'plist', 'dist', 'index.js') },
  },
  ...(side === 'terminal' ? { define: { GATEHOUSE_BUILD: buildFacts(isForPackage) } } : {}),
  build: {
    ...buildOf(side, isForPackage),
    // The terminal runs on the Node of package.json, which it is packed with.
    target: side === 'terminal' ? 'node24' : 'node16',
    lib: { entry: resolve(root, entry), formats: ['cjs'] },
    rolldownOptions: {
      external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: {
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        sourcemapPathTransform,
        // One file, so that a package of the terminal is a launcher, a Node and this.
        ...(side === 'terminal' ? { codeSplitting: false } : {}),
      },
    },
  },
});

/** What Electron tells main of its package, for the terminal (`Build`, electron/node-api/host.ts). */
function buildFacts(isPackaged: boolean): string {
  const text = readFileSync(resolve(root, 'package.json'), 'utf8');
  const { productName: name, version } = JSON.parse(text) as Record<string, string>;
  return JSON.stringify({ name, version, isPackaged });
}

/** The window's own icon: where nothing installed the program, no desktop entry names one. */
const windowIcon: Plugin = {
  name: 'gatehouse-window-icon',
  generateBundle() {
    const source = readFileSync(resolve(root, 'packaging', 'icons', '128.png'));
    this.emitFile({ type: 'asset', fileName: 'icon.png', source });
  },
};

/** The page as React takes it over: without the file's indentation, which would be text to it. */
const page: Plugin = {
  name: 'gatehouse-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<body>[^]*/, (body) =>
        body.replace(/<!--[^]*?-->/g, '').replace(/>\s+</g, '><'),
      ),
  },
};

/** The page once for each language: main serves the one that the person reads. */
const pages: Plugin = {
  name: 'gatehouse-pages',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const built = bundle['index.html'];
      if (built?.type !== 'asset') throw new Error('the page was not built');
      const html = String(built.source);
      for (const language of LANGUAGES) {
        const source = pageIn(html, language);
        if (language === 'en') built.source = source;
        else this.emitFile({ type: 'asset', fileName: pageName(language), source });
      }
    },
  },
};

const renderer = (isForPackage: boolean): UserConfig => ({
  root: resolve(root, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [
    react(),
    messages(),
    withoutParser(),
    page,
    pages,
    ...recorded('renderer', isForPackage),
  ],
  build: {
    ...buildOf('renderer', isForPackage),
    target: 'chrome108',
    assetsInlineLimit: 0,
    // Without a hash: nothing of it is ever cached, and a running program finds what was built
    // again (npm run dev).
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
        sourcemapPathTransform,
      },
    },
  },
});

export default defineConfig(({ mode }) => {
  const isForPackage = mode.startsWith('package-');
  const side = mode.replace('package-', '');
  if (side === 'main' || side === 'terminal' || side === 'preload')
    return nodeSide(`electron/${side}.ts`, side, isForPackage);
  return renderer(isForPackage);
});
