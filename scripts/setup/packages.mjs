/** Step "packages": `npm ci`, when the installed packages differ from the lock file. */
import { longStep, SetupError } from '../lib/log.mjs';
import { root } from '../lib/paths.mjs';
import { tail } from '../lib/run.mjs';
import { isInstalled, npmCi } from './npm.mjs';

/** @type {import('./prepare.mjs').Step} */
export const packagesStep = {
  name: 'packages',
  done: () => isInstalled(root),
  run: () =>
    longStep('installing the npm packages of package-lock.json (300 MB)', async () => {
      const { code, missing, output } = await npmCi(root, ['--include=dev']);
      if (code !== 0 || !isInstalled(root))
        throw new SetupError('Installing the npm packages failed.', {
          why: missing ? 'there is no npm in PATH' : tail(output),
          remedy: missing
            ? 'install npm (Debian: apt-get install npm) and run this again'
            : 'see that the npm registry can be reached and that package.json and package-lock.json agree, then run this again',
        });
    }),
};
