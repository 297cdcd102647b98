/**
 * `npm run tour`: runs scripted logins through the real window, writes screenshots and a contact
 * sheet to out/tour/, and compares every screen with the kept pictures. `npm run tour -- --keep`
 * replaces the kept pictures.
 */
import { inRoot } from './lib/paths.ts';
import { main } from './lib/main.ts';
import { runOnDisplay } from '../lab/window.ts';

const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
const inTests = (name: string): string => inRoot('tests', 'e2e', name);
const TOUR = ['--config', inTests('tour.config.ts')];
/** The test runs that replace pictures: the sample that `npm test` compares, then the whole tour. */
const KEEP = [
  ['--config', inTests('playwright.config.ts'), 'pictures.spec.ts', '--update-snapshots=all'],
  [...TOUR, 'tour-kept.ts', '--update-snapshots=all'],
];

await main(async () => {
  const [first, ...others] = process.argv.slice(2);
  // A display of a known size, so that pictures are equal on every computer.
  const run = (args: readonly string[]): Promise<number> =>
    runOnDisplay([playwright, 'test', ...args], { preferVirtual: true });
  if (first !== '--keep') return run([...TOUR, ...process.argv.slice(2)]);
  for (const args of KEEP) {
    const code = await run([...args, ...others]);
    if (code !== 0) return code;
  }
  return 0;
});
