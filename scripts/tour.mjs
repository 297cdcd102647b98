/**
 * `npm run tour`: scripted logins through the real window; screenshots and a contact sheet in out/tour/, and every screen
 * compared with the tour before. `npm run tour -- --keep` writes the pictures anew that are compared with.
 */
import { inRoot } from './lib/paths.mjs';
import { main } from './setup/prepare.mjs';
import { runOnDisplay } from './setup/run-on-display.mjs';

const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
const inTests = (/** @type {string} */ name) => inRoot('tests', 'e2e', name);
const TOUR = ['--config', inTests('tour.config.ts')];
/** The sample that `npm test` compares, and all of the tour. */
const KEEP = [
  ['--config', inTests('playwright.config.ts'), 'pictures.spec.ts', '--update-snapshots=all'],
  [...TOUR, 'tour-kept.ts', '--update-snapshots=all'],
];

await main(async () => {
  const [first, ...others] = process.argv.slice(2);
  // A display of a known size, so that the pictures are the same everywhere; GATEHOUSE_TOUR_DISPLAY=own to watch it.
  const preferVirtual = process.env['GATEHOUSE_TOUR_DISPLAY'] !== 'own';
  const run = (/** @type {string[]} */ args) =>
    runOnDisplay([playwright, 'test', ...args], { preferVirtual });
  if (first !== '--keep') return run([...TOUR, ...process.argv.slice(2)]);
  for (const args of KEEP) {
    const code = await run([...args, ...others]);
    if (code !== 0) return code;
  }
  return 0;
});
