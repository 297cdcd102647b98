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
  const building = new Set();
  const built = new Set();
  let startedAt = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const tell = () => {
    if (building.size > 0 || missing.size > 0 || built.size === 0) return;
    const sides = [...built];
    built.clear();
    say(
      `• built ${sides.join(', ')} in ${Math.round(performance.now() - startedAt - TOGETHER_MS)} ms`,
    );
    onBuilt(sides);
  };
  const watch = async (/** @type {string} */ side) => {
    const watcher = await build({
      configFile: inRoot('vite.config.ts'),
      mode: side,
      logLevel: 'silent',
      // Keep the old files: an Electron that starts during a build needs a complete folder.
      build: {
        outDir: path.join(folder, side),
        emptyOutDir: false,
        watch: { exclude: /node_modules/ },
      },
    });
    if (!('on' in watcher)) throw new Error('vite did not begin to watch');
    watcher.on('event', (event) => {
      if ('result' in event) void event.result?.close();
      if (event.code === 'BUNDLE_START') {
        if (building.size === 0 && built.size === 0) startedAt = performance.now();
        building.add(side);
      } else if (event.code === 'BUNDLE_END' || event.code === 'ERROR') {
        building.delete(side);
        if (event.code === 'ERROR') say(`✗ ${side}: ${event.error.message}`);
        else {
          built.add(side);
          missing.delete(side);
        }
        clearTimeout(timer);
        timer = setTimeout(tell, TOGETHER_MS);
      }
    });
    return watcher;
  };

  const watchers = await Promise.all(SIDES.map(watch));
  return () => Promise.all(watchers.map((watcher) => watcher.close()));
}
