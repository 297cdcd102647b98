/** `node scripts/icons.mjs`: the pictures of the icon from the drawings in packaging/icons, and their sheet in docs/screens. */
import { inRoot } from './lib/paths.mjs';
import { main } from './setup/prepare.mjs';
import { runOnDisplay } from './setup/window-place.mjs';

await main(() => {
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const config = inRoot('tests', 'e2e', 'playwright.config.ts');
  // Drawn by the test that compares them, with the same Electron.
  return runOnDisplay(
    [playwright, 'test', '--config', config, 'icons.spec.ts', '--update-snapshots=all'],
    {
      preferVirtual: true,
    },
  );
});
