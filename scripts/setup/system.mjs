/** Set-up step "system": the Debian packages for a window. Root installs them; others get the exact command. */
import { existsSync } from 'node:fs';
import { displayOf } from '../../lab/display.mjs';
import { aptInstall, commandFor, isRoot, missingPackages, STATUS_FILE } from '../lib/debian.mjs';
import { say, SetupError } from '../lib/log.mjs';
import { hashOfTexts, isStamped, readText, stamp } from '../lib/stamp.mjs';

const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0'];
/** Optional: D-Bus, and fonts for all scripts and emoji. */
const NICE_TO_HAVE = ['dbus', 'fonts-noto-core', 'fonts-noto-color-emoji', 'fonts-vlgothic'];
const VIRTUAL_DISPLAY = ['xvfb'];

/** @type {import('./prepare.mjs').Step} */
export const systemStep = {
  name: 'system',
  async done(context) {
    // Skip systems other than Debian: the step "runtime" reports missing shared libraries.
    if (!existsSync(STATUS_FILE)) return true;
    const wanted = await wantedPackages(context);
    const inputs = hashOfTexts(wanted.join(' '), statusVersion());
    if (isStamped('system', inputs)) return true;
    const missing = missingPackages(wanted);
    if (missing.some((name) => isRoot() || !NICE_TO_HAVE.includes(name))) return false;
    noteOnce(missing);
    stamp('system', inputs);
    return true;
  },
  async run(context) {
    const wanted = await wantedPackages(context);
    const missing = missingPackages(wanted);
    if (!isRoot()) {
      throw new SetupError(`Debian packages are missing: ${missing.join(' ')}`, {
        why: reasonFor(missing),
        remedy: commandFor(missing),
      });
    }
    await aptInstall(missing, reasonFor(missing));
  },
};

/**
 * @typedef {object} Notes
 * @property {(step: string, inputs: string) => boolean} isStamped
 * @property {(step: string, inputs: string) => void} stamp
 * @property {(words: string) => void} say
 */

/**
 * Prints missing packages, unless the last note named the same ones. The stamp "system" cannot record this: it changes
 * with the display.
 * @param {string[]} missing
 * @param {Notes} by stamp of the last note, and print function
 */
export function noteOnce(missing, by = { isStamped, stamp, say }) {
  if (missing.length === 0 || by.isStamped('system-note', hashOfTexts(...missing))) return;
  by.say(`  note: for better text in pictures: ${commandFor(missing)}`);
  by.stamp('system-note', hashOfTexts(...missing));
}

async function wantedPackages(/** @type {import('./prepare.mjs').Context} */ context) {
  const needsVirtual = context.needsDisplay && (await displayOf(process.env)) === undefined;
  return [...LIBRARIES, ...NICE_TO_HAVE, ...(needsVirtual ? VIRTUAL_DISPLAY : [])];
}

function reasonFor(/** @type {string[]} */ missing) {
  const reasons = [];
  if (missing.some((name) => LIBRARIES.includes(name)))
    reasons.push('Electron links against these libraries');
  if (missing.some((name) => name.startsWith('fonts-')))
    reasons.push('fonts draw every script and the emoji');
  if (missing.some((name) => VIRTUAL_DISPLAY.includes(name))) {
    reasons.push('there is no display here, so a virtual one is needed');
  }
  return reasons.join('; ');
}

const statusVersion = () => hashOfTexts(readText(STATUS_FILE) ?? '');
