/** `npm run tour`: scripted logins through the real window; screenshots and a contact sheet in out/tour/. */
import { inRoot, root } from './lib/paths.mjs';
import { makePlace, removePlace } from './lib/places.mjs';
import { endingWithUs, handOver } from './lib/run.mjs';
import { openDisplay } from './bootstrap/display.mjs';
import { main, prepareWindow } from './setup/prepare.mjs';

await main(async () => {
  const { runtime, ...context } = await prepareWindow();
  // A display of a known size, so that the pictures are the same everywhere; GATEHOUSE_TOUR_DISPLAY=own to watch it.
  const preferVirtual = process.env['GATEHOUSE_TOUR_DISPLAY'] !== 'own';
  const display = await openDisplay(runtime, { preferVirtual });
  const place = makePlace(runtime.sandboxUser);
  try {
    const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const config = inRoot('tests', 'e2e', 'tour.config.ts');
    const asked = [playwright, 'test', '--config', config, ...process.argv.slice(2)];
    const [command, args] = endingWithUs(context.node, asked);
    return await handOver(command, args, {
      cwd: root,
      env: { ...context.env, ...display.env, GATEHOUSE_TEST_PLACE: place },
    });
  } finally {
    display.end();
    removePlace(place);
  }
});
