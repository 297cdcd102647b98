/** The machine's npm. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';

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
