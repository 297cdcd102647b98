/** Step "packages": `npm ci`, when the installed packages differ from the lock file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';

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

/**
 * Installs the packages of a lock file, with npm as npm itself says it is (when a script was started by it), else the
 * one in PATH. The machine's Node runs it, not set-up's: npm looks for the machine's npmrc beside its Node.
 * @param {string} cwd not by --prefix: npm would look for the machine's own npmrc below that folder, and lose its authorities
 * @param {string[]} flags
 */
export function npmCi(cwd, flags) {
  const { npm_execpath: cli = '' } = process.env;
  const [command = '', ...args] =
    /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli) ? [process.execPath, cli] : ['npm'];
  const common = ['ci', '--include=optional', '--loglevel=warn', '--no-fund', '--no-audit'];
  return run(command, [...args, ...common, ...flags], { cwd, tied: 'KILL' });
}

/**
 * Compares npm's own note with the lock file. npm writes that note last, so an interrupted installation is never taken
 * for a whole one, and one made by hand counts as well as ours. Packages for other systems may be missing.
 */
export function isInstalled(/** @type {string} */ folder) {
  const wanted = readJson(path.join(folder, 'package-lock.json'))?.packages;
  const installed = readJson(path.join(folder, 'node_modules', '.package-lock.json'))?.packages;
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}
