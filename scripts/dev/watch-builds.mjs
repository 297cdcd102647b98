/** Builds main, preload and renderer, and rebuilds each when one of its source files changes. */
import path from 'node:path';
import { build } from 'vite';
import { say } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';

const SIDES = ['main', 'preload', 'renderer'];
/** Wait for related builds: a change in shared/ starts several builds shortly after one another. */
const TOGETHER_MS = 50;

/**
 * @param {string} folder receives one output folder per side, with its name
 * @param {(sides: string[]) => void} onBuilt called after related builds, with the sides that succeeded; the first call
 *   has all sides
 * @returns {Promise<() => Promise<unknown>>} a function that stops the watchers
 */
export async function watchBuilds(folder, onBuilt) {
  const missing = new Set(SIDES);
  /** @type {Set<string>} */
  const building = new Set();
  /** @type {Set<string>} */
  const built = new Set();
  let startedAt = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const tellSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (building.size > 0 || missing.size > 0 || built.size === 0) return;
      const sides = [...built];
      built.clear();
      say(`• built ${sides.join(', ')} in ${Math.round(performance.now() - startedAt - TOGETHER_MS)} ms`);
      onBuilt(sides);
    }, TOGETHER_MS);
  };
  const start = (/** @type {string} */ side) => {
    if (building.size === 0 && built.size === 0) startedAt = performance.now();
    building.add(side);
  };
  const end = (/** @type {string} */ side, /** @type {Error | null} */ error) => {
    building.delete(side);
    if (error === null) {
      built.add(side);
      missing.delete(side);
    } else say(`✗ ${side}: ${error.message}`);
    tellSoon();
  };

  const watchers = await Promise.all(
    SIDES.map((side) => watch(side, path.join(folder, side), { start, end })),
  );
  return () => Promise.all(watchers.map((watcher) => watcher.close()));
}

/**
 * @param {string} side
 * @param {string} outDir
 * @param {{ start: (side: string) => void, end: (side: string, error: Error | null) => void }} listener
 */
async function watch(side, outDir, { start, end }) {
  const made = await build({
    configFile: inRoot('vite.config.ts'),
    mode: side,
    logLevel: 'silent',
    // Keep the old files: an Electron that starts during a build needs a complete folder.
    build: { outDir, emptyOutDir: false, watch: { exclude: /node_modules/ } },
  });
  if (!('on' in made)) throw new Error('vite did not begin to watch');
  made.on('event', (event) => {
    if (event.code === 'BUNDLE_START') start(side);
    if (event.code === 'BUNDLE_END') end(side, null);
    if (event.code === 'ERROR') end(side, event.error);
    if ('result' in event) void event.result?.close();
  });
  return made;
}
