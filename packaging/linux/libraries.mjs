/** The libraries that the packages ask for, by their names in each package system. */

/**
 * @typedef {{ deb: string, rpm?: string }} Library `deb`: since 2024 some names end in t64, and those provide the old
 *   ones. `rpm`: the name of the library, which Fedora and SUSE share; their packages have different names
 */

/**
 * The libraries of the ELF files (`readelf -d`).
 * @type {readonly Library[]}
 */
export const LIBRARIES = [
  { deb: 'libasound2 | libasound2t64', rpm: 'libasound.so.2()(64bit)' },
  { deb: 'libatk-bridge2.0-0 | libatk-bridge2.0-0t64', rpm: 'libatk-bridge-2.0.so.0()(64bit)' },
  { deb: 'libatk1.0-0 | libatk1.0-0t64' },
  { deb: 'libatspi2.0-0 | libatspi2.0-0t64', rpm: 'libatspi.so.0()(64bit)' },
  { deb: 'libc6 (>= 2.28)' },
  { deb: 'libcairo2' },
  { deb: 'libcups2 | libcups2t64', rpm: 'libcups.so.2()(64bit)' },
  { deb: 'libdbus-1-3' },
  { deb: 'libdrm2', rpm: 'libdrm.so.2()(64bit)' },
  { deb: 'libexpat1' },
  { deb: 'libgbm1', rpm: 'libgbm.so.1()(64bit)' },
  // Chromium opens it at run time, and complains on the terminal where it is missing.
  { deb: 'libgl1', rpm: 'libGL.so.1()(64bit)' },
  { deb: 'libglib2.0-0 | libglib2.0-0t64' },
  { deb: 'libgtk-3-0 | libgtk-3-0t64', rpm: 'libgtk-3.so.0()(64bit)' },
  { deb: 'libnspr4' },
  { deb: 'libnss3', rpm: 'libnss3.so()(64bit)' },
  { deb: 'libpango-1.0-0' },
  { deb: 'libx11-6', rpm: 'libX11.so.6()(64bit)' },
  { deb: 'libxcb1' },
  { deb: 'libxcomposite1' },
  { deb: 'libxdamage1' },
  { deb: 'libxext6' },
  { deb: 'libxfixes3' },
  { deb: 'libxkbcommon0', rpm: 'libxkbcommon.so.0()(64bit)' },
  { deb: 'libxrandr2' },
];

/** The key store, and the browser that links open in. */
export const RECOMMENDED = [
  { deb: 'libsecret-1-0', rpm: 'libsecret' },
  { deb: 'xdg-utils', rpm: 'xdg-utils' },
];
