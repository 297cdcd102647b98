/** The Debian packages for a window. Root installs them; others get the exact command. */
import { existsSync } from 'node:fs';
import { displayOf } from './display.ts';
import {
  aptInstall,
  commandFor,
  isRoot,
  missingPackages,
  STATUS_FILE,
} from '../scripts/lib/debian.ts';
import { print, SetupError } from '../scripts/lib/log.ts';
import { rpmCommandFor } from './rpm.ts';

const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0'];
/** The Debian package with the letters of a language (BCP 47). */
const fontOf = (language: string) => (language === 'ja' ? 'fonts-vlgothic' : 'fonts-noto-core');
const FONTS = ['fonts-noto-core', 'fonts-noto-color-emoji', fontOf('ja')];
const LISTS = ['acl'];
const NICE_TO_HAVE = ['dbus', ...FONTS, ...LISTS];
const VIRTUAL_DISPLAY = ['xvfb'];

const REASONS = [
  [LIBRARIES, 'Electron links against these libraries'],
  [FONTS, 'fonts draw every script and the emoji'],
  [LISTS, 'tests set access control lists'],
  [VIRTUAL_DISPLAY, 'there is no display here, so a virtual one is needed'],
] as const;

const reasonFor = (missing: string[]) =>
  REASONS.filter(([names]) => names.some((name) => missing.includes(name)))
    .map(([, reason]) => reason)
    .join('; ');

/**
 * Installs the missing ones as root.
 *
 * @throws {SetupError} with the command, for another user who needs one of them; for the others a
 *   note is printed
 */
export async function installSystemPackages(): Promise<void> {
  // On other systems than Debian the missing shared libraries are reported (runtime.ts).
  if (!existsSync(STATUS_FILE)) return;
  const missing = missingPackages(await wantedPackages());
  if (missing.length === 0) return;
  if (isRoot()) return aptInstall(missing, reasonFor(missing));
  if (missing.some((name) => !NICE_TO_HAVE.includes(name)))
    throw new SetupError(`Debian packages are missing: ${missing.join(' ')}`, {
      why: reasonFor(missing),
      remedy: commandFor(missing),
    });
  print(
    `  note: for better text in pictures, and tests of access control lists: ${commandFor(missing)}`,
  );
}

/**
 * The one command that installs a font for a language (BCP 47): packages of rpm say which languages
 * they are for.
 */
export const fontCommand = (language: string) =>
  rpmCommandFor([`font(:lang=${language.replace(/-.*/, '')})`]) ?? commandFor([fontOf(language)]);

async function wantedPackages() {
  const hasDisplay = (await displayOf(process.env)) !== undefined;
  return [...LIBRARIES, ...NICE_TO_HAVE, ...(hasDisplay ? [] : VIRTUAL_DISPLAY)];
}
