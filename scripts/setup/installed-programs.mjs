/**
 * Steps for programs of the operating system that only one suite needs. As root on Debian they are
 * installed, else the one command that does it is printed. To add one: a row here, a level in prepare.mjs.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';
import { SetupError } from '../lib/log.mjs';

/**
 * @typedef {object} Programs
 * @property {string} what their name, for the message that they are missing
 * @property {string} use their use in tests
 * @property {string} suite the suite that needs them
 * @property {readonly string[]} packages Debian's; dependencies come with them
 * @property {readonly string[]} programs the programs that tests start, on any system, regardless of package names
 * @property {readonly string[]} [libraries] packages among them without a program; looked for by name, on a Debian
 * @property {Readonly<Record<string, readonly string[]>>} [files] the folders where distributions keep a file
 */

/** @satisfies {Readonly<Record<string, Programs>>} */
export const PROGRAMS = {
  reader: {
    what: 'The screen reader Orca, or a package that it needs,',
    use: 'compares its speech',
    suite: 'reader',
    packages: ['orca', 'speech-dispatcher', 'at-spi2-core', 'xdotool', 'xvfb', 'dbus', 'libglib2.0-bin'],
    programs: ['orca', 'speech-dispatcher', 'xdotool', 'Xvfb', 'dbus-daemon', 'gdbus'],
  },
  keyring: {
    what: 'A keyring, or a package that it needs,',
    use: 'keeps keys in it',
    suite: 'keyring',
    packages: ['gnome-keyring', 'dbus'],
    programs: ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'],
  },
  browser: {
    what: 'A browser, or a program that opens it,',
    use: 'logs in through it',
    suite: 'browser',
    packages: ['chromium', 'chromium-sandbox', 'xdg-utils'],
    programs: ['chromium', 'xdg-open', 'xdg-mime'],
  },
  mono: {
    what: 'Mono, or a library of it,',
    use: 'compiles and runs the example in C# with it',
    suite: 'examples',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-web-extensions4.0-cil', 'libsodium23'],
    programs: ['mcs', 'mono'],
    libraries: ['libmono-system-web-extensions4.0-cil', 'libsodium23'],
  },
  java: {
    what: 'A Java development kit',
    use: 'compiles and runs the example in Java with it',
    suite: 'examples',
    packages: ['default-jdk-headless'],
    programs: ['javac', 'java'],
  },
  cpp: {
    what: 'A C++ compiler with OpenSSL and nlohmann/json',
    use: 'compiles and runs the example in C++ with it',
    suite: 'examples',
    packages: ['g++', 'libssl-dev', 'nlohmann-json3-dev'],
    programs: ['g++'],
    files: {
      'openssl/evp.h': ['/usr/include', '/usr/local/include'],
      'nlohmann/json.hpp': ['/usr/include', '/usr/local/include'],
    },
  },
  wine: {
    what: 'Wine, or a package that it needs,',
    use: 'starts the product for Windows in it',
    suite: 'windows',
    packages: ['wine64', 'wine', 'fonts-dejavu-core'],
    programs: ['wine', 'wineserver'],
    // Without a TrueType font Chromium opens no window.
    files: {
      'DejaVuSans.ttf': [
        '/usr/share/fonts/truetype/dejavu',
        '/usr/share/fonts/TTF',
        '/usr/share/fonts/dejavu',
      ],
    },
  },
};

/** @typedef {keyof typeof PROGRAMS} ProgramsName */

/** @returns {import('./prepare.mjs').Step} */
export function programsStep(/** @type {ProgramsName} */ name) {
  const { packages, suite } = PROGRAMS[name];
  return {
    name,
    done: () => missingParts(name).length === 0,
    async run() {
      const missing = missingPackages([...packages]);
      // Not a Debian, or a Debian with other programs in its packages.
      if (!isRoot() || missing.length === 0) throw notInstalled(name, missingParts(name));
      await aptInstall(missing, `for the suite "${suite}"`);
    },
  };
}

/** The error if they cannot be installed, with the one command that does it. */
export function notInstalled(/** @type {ProgramsName} */ name, /** @type {readonly string[]} */ missing) {
  const { what, use, suite, packages } = PROGRAMS[name];
  return new SetupError(`${what} is not installed: ${missing.join(' ')}`, {
    why: `the suite "${suite}" ${use}; no other suite needs it`,
    remedy: commandFor([...packages]),
  });
}

/**
 * The programs that no folder of a PATH holds, the files that are nowhere, and on a Debian the libraries that are not
 * installed.
 */
export function missingParts(
  /** @type {ProgramsName} */ name,
  searched = process.env['PATH'] ?? '',
  root = '/',
) {
  /** @type {Programs} */
  const { programs, libraries = [], files = {} } = PROGRAMS[name];
  const isIn = (/** @type {readonly string[]} */ folders, /** @type {string} */ file) =>
    folders.some((folder) => existsSync(path.join(folder, file)));
  const inRoot = (/** @type {readonly string[]} */ folders) =>
    folders.map((folder) => path.join(root, folder));
  return [
    ...programs.filter((program) => !isIn(searched.split(path.delimiter), program)),
    ...Object.keys(files).filter((file) => !isIn(inRoot(files[file] ?? []), file)),
    ...missingPackages([...libraries]),
  ];
}
