/** For the npm scripts that open windows: a display, a place for the sandbox user, and the command there. */
import { openDisplay } from '../../lab/display.mjs';
import { root } from '../lib/paths.mjs';
import { makePlace, removePlace } from '../lib/places.mjs';
import { runInForeground } from '../lib/run.mjs';
import { prepareWindow } from './prepare.mjs';

/**
 * Runs Node with these arguments on a display; both end with this process.
 * @param {string[]} args
 * @param {{ preferVirtual: boolean }} options a virtual display also where there is a real one
 * @returns {Promise<number>} the exit code
 */
export async function runOnDisplay(args, { preferVirtual }) {
  const { runtime, ...context } = await prepareWindow();
  const display = await openDisplay(runtime, { preferVirtual });
  const place = makePlace(runtime.sandboxUser);
  try {
    return await runInForeground(context.node, args, {
      cwd: root,
      env: { ...context.env, ...display.env, GATEHOUSE_TEST_PLACE: place },
      endsWithUs: true,
    });
  } finally {
    display.end();
    removePlace(place);
  }
}
