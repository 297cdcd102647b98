/** Distributions of rpm: the command that installs packages. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The one command that installs packages of Fedora or openSUSE; undefined where neither's installer is in PATH.
 * @param {string[]} wanted names of packages, or of their capabilities
 */
export function rpmCommandFor(wanted) {
  const places = (process.env['PATH'] ?? '').split(path.delimiter);
  const tool = ['dnf', 'zypper'].find((name) => places.some((place) => existsSync(path.join(place, name))));
  return tool && `sudo ${tool} install ${wanted.map((name) => `'${name}'`).join(' ')}`;
}

/** The name under which packages provide a library for 64 bits. */
export const libraryIn = (/** @type {string} */ file) => `${file}()(64bit)`;
