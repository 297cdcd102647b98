/** Set-up step "system": the Debian packages for a window. Root installs them; others get the exact command. */
import { existsSync } from 'node:fs';
import { displayOf } from '../../lab/display.mjs';
import { aptInstall, commandFor, isRoot, missingPackages, STATUS_FILE } from '../lib/debian.mjs';
import { SetupError } from '../lib/log.mjs';
import { rpmCommandFor } from '../lib/rpm.mjs';
import { hashOfFiles, hashOfTexts, isStamped, sayOnce, stamp } from '../lib/stamp.mjs';

const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0'];
/** The Debian package with the letters of a language (BCP 47). */
const fontOf = (/** @type {string} */ language) =>
  language === 'ja' ? 'fonts-vlgothic' : 'fonts-noto-core';
const FONTS = ['fonts-noto-core', 'fonts-noto-color-emoji', fontOf('ja')];
const LISTS = ['acl'];
const NICE_TO_HAVE = ['dbus', ...FONTS, ...LISTS];
const VIRTUAL_DISPLAY = ['xvfb'];

const REASONS = /** @type {const} */ ([
  [LIBRARIES, 'Electron links against these libraries'],
  [FONTS, 'fonts draw every script and the emoji'],
  [LISTS, 'tests set access control lists'],
  [VIRTUAL_DISPLAY, 'there is no display here, so a virtual one is needed'],
]);

const reasonFor = (/** @type {string[]} */ missing) =>
  REASONS.filter(([names]) => names.some((name) => missing.includes(name)))
    .map(([, reason]) => reason)
    .join('; ');

/** @type {import('./prepare.mjs').Step} */
export const systemStep = {
  name: 'system',
  async done() {
    // Skip systems other than Debian: the step "runtime" reports missing shared libraries.
    if (!existsSync(STATUS_FILE)) return true;
    const wanted = await wantedPackages();
    const inputs = hashOfTexts(wanted.join(' '), hashOfFiles([STATUS_FILE]));
    if (isStamped('system', inputs)) return true;
    const missing = missingPackages(wanted);
    if (missing.some((name) => isRoot() || !NICE_TO_HAVE.includes(name))) return false;
    // Once: the stamp "system" changes with the display too.
    if (missing.length > 0)
      sayOnce(
        'system-note',
        `  note: for better text in pictures, and tests of access control lists: ${commandFor(missing)}`,
      );
    stamp('system', inputs);
    return true;
  },
  async run() {
    const missing = missingPackages(await wantedPackages());
    if (!isRoot()) {
      throw new SetupError(`Debian packages are missing: ${missing.join(' ')}`, {
        why: reasonFor(missing),
        remedy: commandFor(missing),
      });
    }
    await aptInstall(missing, reasonFor(missing));
  },
};

/** The one command that installs a font for a language (BCP 47): packages of rpm say which languages they are for. */
export const fontCommand = (/** @type {string} */ language) =>
  rpmCommandFor([`font(:lang=${language.split('-')[0]})`]) ?? commandFor([fontOf(language)]);

async function wantedPackages() {
  const hasDisplay = (await displayOf(process.env)) !== undefined;
  return [...LIBRARIES, ...NICE_TO_HAVE, ...(hasDisplay ? [] : VIRTUAL_DISPLAY)];
}
