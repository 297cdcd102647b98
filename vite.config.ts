import react from '@vitejs/plugin-react';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';

/*
 * Three builds, one per side: `vite build --mode main | preload | renderer` (scripts/build.mjs runs all).
 * Main and preload are CommonJS for the oldest Node and Chromium that the tests may run on (tests/runtime).
 */
const root = import.meta.dirname;

const nodeSide = (entry: string, outDir: string): UserConfig => ({
  root,
  publicDir: false,
  // Node is `node16` syntax; the browser build of engine.io-client leaves its own network out, ours is given.
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  build: {
    outDir: resolve(root, 'dist', outDir),
    emptyOutDir: true,
    target: 'node16',
    minify: true,
    sourcemap: false,
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: resolve(root, entry), formats: ['cjs'] },
    rollupOptions: {
      external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
});

const renderer: UserConfig = {
  root: resolve(root, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: resolve(root, 'dist', 'renderer'),
    emptyOutDir: true,
    target: 'chrome108',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'main') return nodeSide('electron/main.ts', 'main');
  if (mode === 'preload') return nodeSide('electron/preload.ts', 'preload');
  return renderer;
});
