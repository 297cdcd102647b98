/** Distributions of rpm: the command that installs packages. */
import { whereIs } from '../scripts/lib/run.ts';

/**
 * The one command that installs packages of Fedora or openSUSE; undefined where neither's installer
 * is in PATH.
 *
 * @param wanted names of packages, or of their capabilities
 */
export function rpmCommandFor(wanted: string[]) {
  const tool = ['dnf', 'zypper'].find((name) => whereIs(name) !== undefined);
  return tool && `sudo ${tool} install ${wanted.map((name) => `'${name}'`).join(' ')}`;
}

/** The name under which packages provide a library for 64 bits. */
export const libraryIn = (file: string) => `${file}()(64bit)`;
