/** Step "packages": `npm ci`, when the installed packages differ from the lock file. */
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, isStamped, readJson, stamp } from '../lib/stamp.mjs';
import { npmCi, npmCommand } from './npm.mjs';

const installedLock = inRoot('node_modules', '.package-lock.json');
const inputs = () => hashOfFiles([inRoot('package-lock.json'), installedLock]);

/**
 * Compares npm's own note of its installation with the lock file. npm writes that note last, so an interrupted
 * installation is never taken for a whole one, and one made by hand counts as well as ours.
 */
function isInstalled() {
  const wanted = readJson(inRoot('package-lock.json'))?.packages;
  const installed = readJson(installedLock)?.packages;
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * npm looks for the machine's own npmrc beside the Node that runs it. Under another Node it must be told, or it loses the
 * registry, the proxy and the authorities that the machine needs.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function machineConfig() {
  const npm = npmCommand();
  const { code, output } = await run(npm.command, [...npm.args, 'config', 'get', 'globalconfig'], {
    cwd: root,
  });
  const file = output.trim().split('\n').at(-1) ?? '';
  return code === 0 && path.isAbsolute(file) ? { npm_config_globalconfig: file } : {};
}

/** @type {import('./prepare.mjs').Step} */
export const packagesStep = {
  name: 'packages',
  done() {
    const hash = inputs();
    if (isStamped('packages', hash)) return true;
    if (!isInstalled()) return false;
    stamp('packages', hash);
    return true;
  },
  async run(context) {
    await longStep('installing the npm packages of package-lock.json (300 MB)', async () => {
      const env = { ...context.env, ...(await machineConfig()) };
      const result = await npmCi(root, ['--include=dev'], { node: context.node, env });
      if (result.code !== 0 || !isInstalled()) {
        throw new SetupError('Installing the npm packages failed.', {
          why: result.missing ? 'there is no npm in PATH' : tail(result.output),
          remedy: result.missing
            ? 'install npm (Debian: apt-get install npm) and run this again'
            : 'see that the npm registry can be reached and that package.json and package-lock.json agree, then run this again',
        });
      }
      stamp('packages', inputs());
    });
  },
};
