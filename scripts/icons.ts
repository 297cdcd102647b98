/**
 * `npm run icons`: the pictures of the icon from the drawings in packaging/icons, and their sheet
 * in docs/screens.
 */
import { runOnDisplay } from '../lab/window.ts';
import { main } from './lib/main.ts';
import { inRoot } from './lib/paths.ts';

await main(() => {
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const config = inRoot('tests', 'e2e', 'playwright.config.ts');
  // Drawn by the test that compares them, with the same Electron.
  const args = ['test', '--config', config, 'icons.spec.ts', '--update-snapshots=all'];
  return runOnDisplay([playwright, ...args], { preferVirtual: true });
});
