/** `npm run tour`: scripted logins through the real window; screenshots and a contact sheet in out/tour/. */
import { inRoot } from './lib/paths.mjs';
import { main } from './setup/prepare.mjs';
import { runOnDisplay } from './setup/run-on-display.mjs';

await main(async () => {
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const config = inRoot('tests', 'e2e', 'tour.config.ts');
  // A display of a known size, so that the pictures are the same everywhere; GATEHOUSE_TOUR_DISPLAY=own to watch it.
  const preferVirtual = process.env['GATEHOUSE_TOUR_DISPLAY'] !== 'own';
  return runOnDisplay([playwright, 'test', '--config', config, ...process.argv.slice(2)], { preferVirtual });
});
