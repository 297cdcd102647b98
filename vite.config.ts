import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig as UserConfig } from 'vitest/config';
import { recordMode } from './scripts/lib/bundled.mjs';
import { messages, withoutParser } from './scripts/lib/messages-plugin.mjs';
import { pageIn, pageName } from './scripts/lib/page.mjs';
import { LANGUAGES } from './shared/strings/language.ts';

/*
 * Three builds, one per side: `vite build --mode main | preload | renderer` (scripts/build.mjs runs all).
 * Main and preload are CommonJS for the oldest Node and Chromium that the tests may run on (tests/runtime).
 */
const root = import.meta.dirname;

const nodeSide = (entry: string, outDir: string): UserConfig => ({
  root,
  publicDir: false,
  plugins: [messages(), withoutParser(), recordMode(outDir), ...(outDir === 'main' ? [windowIcon] : [])],
  // Node is `node16` syntax; the browser build of engine.io-client leaves its own network out, ours is given.
  resolve: {
    conditions: ['browser', 'module', 'import', 'default'],
    // The browser build of plist counts on a DOM.
    alias: { plist: resolve(root, 'node_modules', 'plist', 'dist', 'index.js') },
  },
  build: {
    outDir: resolve(root, 'dist', outDir),
    emptyOutDir: true,
    target: 'node16',
    minify: true,
    sourcemap: false,
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: resolve(root, entry), formats: ['cjs'] },
    rolldownOptions: {
      external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
});

/** The window's own icon: where nothing installed the program, no desktop entry names one. */
const windowIcon: Plugin = {
  name: 'gatehouse-window-icon',
  generateBundle() {
    const source = readFileSync(resolve(root, 'installers', 'icons', '128.png'));
    this.emitFile({ type: 'asset', fileName: 'icon.png', source });
  },
};

/** The page as React takes it over: without the file's indentation, which would be text to it. */
const page: Plugin = {
  name: 'gatehouse-page',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<body>[^]*/, (body) => body.replace(/<!--[^]*?-->/g, '').replace(/>\s+</g, '><')),
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

/**
 * The second script has nothing that must be fetched beside it: its styles are in the page. Vite's own helper, which
 * would look after that, is a kilobyte of the first script.
 */
const plainImport: Plugin = {
  name: 'gatehouse-plain-import',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

const renderer: UserConfig = {
  root: resolve(root, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react(), messages(), withoutParser(), page, pages, plainImport, recordMode('renderer')],
  build: {
    outDir: resolve(root, 'dist', 'renderer'),
    emptyOutDir: true,
    target: 'chrome108',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // Without a hash: nothing of it is ever cached, and another try asks for it by name (renderer/main.tsx).
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name].js',
      },
    },
  },
};

/** The suites of the tests that vitest runs (scripts/lib/suites.mjs says what each is for). */
const suite = (name: string, timeoutMs: number, folder = `tests/${name}`) => ({
  extends: true as const,
  test: {
    name,
    root,
    include: [`${folder}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 60_000,
    // Real sockets wait more than they work.
    maxConcurrency: 20,
  },
});

/**
 * What `npm test` leaves to a run by name and to the soak: the installers take minutes and the package for Windows, the
 * others a minute each.
 */
const WINDOWS_WHOLE = ['console-login', 'installers', 'launcher-phases', 'launcher-secrets'].map(
  (name) => `tests/windows/${name}.test.ts`,
);

/** One Wine prefix for all of it, so one file after the other. */
const windowsSuites = (() => {
  const { test } = suite('windows', 180_000);
  const shared = {
    hookTimeout: 180_000,
    fileParallelism: false,
    globalSetup: ['tests/windows/support/global-setup.ts'],
  };
  return [
    {
      extends: true as const,
      test: { ...test, ...shared, exclude: WINDOWS_WHOLE, sequence: { groupOrder: 1 } },
    },
    {
      extends: true as const,
      test: {
        ...test,
        ...shared,
        name: 'windows-whole',
        // The first starts once more: in the soak twenty of them.
        include: [...WINDOWS_WHOLE, 'tests/windows/first-start.test.ts'],
        sequence: { groupOrder: 2 },
      },
    },
  ];
})();

/** What changes the computer: a managed configuration counts for every Gatehouse that is started meanwhile. */
const COMPUTER_WIDE = ['tests/packaged/deb.test.ts', 'tests/packaged/hostile-config.test.ts'];

/** One copy of the package for all of it. Files side by side first, then one by one what changes the computer. */
const packagedSuites = (() => {
  const { test } = suite('packaged', 120_000);
  const globalSetup = ['tests/packaged/global-setup.ts'];
  return [
    {
      extends: true as const,
      test: { ...test, globalSetup, exclude: COMPUTER_WIDE, sequence: { groupOrder: 1 } },
    },
    {
      extends: true as const,
      test: {
        ...test,
        name: 'packaged-alone',
        globalSetup,
        include: COMPUTER_WIDE,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      },
    },
  ];
})();

/** A suite whose files change what is there once, or measure time that others would take from them: one file after the other. */
const oneByOne = ({ test }: ReturnType<typeof suite>) => ({
  extends: true as const,
  test: { ...test, fileParallelism: false },
});

const suites: UserConfig = {
  root,
  plugins: [messages()],
  test: {
    // Most of a test is waiting: for a process, a socket, a window. Vitest leaves one core to itself, which of two
    // leaves one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      suite('unit', 40_000),
      suite('contract', 40_000),
      suite('model', 180_000),
      suite('emulator', 40_000, 'emulator'),
      oneByOne(suite('integration', 60_000)),
      suite('examples', 60_000),
      oneByOne(suite('runtime', 90_000)),
      oneByOne(suite('gate', 90_000)),
      oneByOne(suite('keyring', 120_000)),
      oneByOne(suite('networks', 90_000)),
      oneByOne(suite('reader', 90_000)),
      ...windowsSuites,
      ...packagedSuites,
    ],
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'test') return suites;
  if (mode === 'main') return nodeSide('electron/main.ts', 'main');
  if (mode === 'preload') return nodeSide('electron/preload.ts', 'preload');
  return renderer;
});
