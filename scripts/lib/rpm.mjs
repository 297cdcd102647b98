/** Distributions of rpm: the command that installs packages. */
import { whereIs } from './run.mjs';

/**
 * The one command that installs packages of Fedora or openSUSE; undefined where neither's installer is in PATH.
 * @param {string[]} wanted names of packages, or of their capabilities
 */
export function rpmCommandFor(wanted) {
  const tool = ['dnf', 'zypper'].find((name) => whereIs(name) !== undefined);
  return tool && `sudo ${tool} install ${wanted.map((name) => `'${name}'`).join(' ')}`;
}

/** The name under which packages provide a library for 64 bits. */
export const libraryIn = (/** @type {string} */ file) => `${file}()(64bit)`;
