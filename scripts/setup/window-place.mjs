/** Where tests that need the real Electron find it: a display, and a folder of the user that runs it. */
import { openDisplay } from '../../lab/display.mjs';
import { prepareWindow } from './prepare.mjs';
import { reportFailure, SetupError } from '../lib/log.mjs';
import { makePlace, removePlace } from '../lib/places.mjs';

/**
 * An Electron and a display for the suites that open windows, or the reason for their absence: other suites still run.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, reason?: string, end: () => void }>}
 */
export async function openWindowPlace() {
  try {
    const { runtime } = await prepareWindow();
    const display = await openDisplay(runtime, { preferVirtual: true });
    const place = makePlace(runtime.sandboxUser);
    const { version, wanted, sandboxUser } = runtime;
    const which = version === wanted ? version : `${version} instead of ${wanted}`;
    console.log(
      `Electron ${which}${sandboxUser === null ? '' : ` as ${sandboxUser.name}`}, display ${display.env.DISPLAY}`,
    );
    const end = () => {
      display.end();
      removePlace(place);
    };
    return { env: { ...display.env, GATEHOUSE_TEST_PLACE: place }, end };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return { env: {}, reason: error.message, end: () => {} };
  }
}
