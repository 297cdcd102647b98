/** Where scripts and tests find what a window needs: an Electron, a display, and a folder of the user that runs it. */
import { openDisplay } from '../../lab/display.mjs';
import { reportFailure, SetupError } from '../lib/log.mjs';
import { root } from '../lib/paths.mjs';
import { makePlace, removePlace } from '../lib/places.mjs';
import { inEnglish, runInForeground } from '../lib/run.mjs';
import { prepareWindow } from './prepare.mjs';

/** With `preferVirtual` a virtual display also where there is a real one. */
export async function openWindowPlace({ preferVirtual = false } = {}) {
  const { runtime, node, env } = await prepareWindow();
  const display = await openDisplay(runtime, { preferVirtual });
  const place = makePlace(runtime.sandboxUser);
  const end = () => {
    display.end();
    removePlace(place);
  };
  return {
    runtime,
    node,
    place,
    env: { ...env, ...display.env, GATEHOUSE_TEST_PLACE: place },
    end,
  };
}

/**
 * A place for the suites that open windows, or the reason for its absence: other suites still run.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, reason?: string, end: () => void }>}
 */
export async function openTestPlace() {
  try {
    const { runtime, env, end } = await openWindowPlace({ preferVirtual: true });
    const { version, wanted, sandboxUser } = runtime;
    const which = version === wanted ? version : `${version} instead of ${wanted}`;
    console.log(
      `Electron ${which}${sandboxUser === null ? '' : ` as ${sandboxUser.name}`}, display ${env.DISPLAY}`,
    );
    return { env, end };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return { env: {}, reason: error.message, end: () => {} };
  }
}

/**
 * Runs Node with these arguments on a display; both end with this process.
 * @param {string[]} args
 * @param {{ preferVirtual: boolean, keepLanguage?: boolean }} options `keepLanguage`: the desktop's, for a person; without
 *   it the programs speak English, as a script that reads them needs it
 * @returns {Promise<number>} the exit code
 */
export async function runOnDisplay(args, { preferVirtual, keepLanguage = false }) {
  const { node, env, end } = await openWindowPlace({ preferVirtual });
  try {
    return await runInForeground(node, args, {
      cwd: root,
      env: keepLanguage ? env : inEnglish(env),
    });
  } finally {
    end();
  }
}
