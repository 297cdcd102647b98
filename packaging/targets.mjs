/** The targets of packages, and the file locations in the unpacked program. */

/**
 * @typedef {{ platform: 'linux' | 'win32' | 'darwin', arch: 'x64' | 'arm64' }} Target
 * @typedef {{
 *   electron: string, electronApp: string, executable: string, code: string, archive: string, documents: string,
 * }} Places paths below the unpacked program. `electron`: the executable in Electron's distribution, which becomes
 *   `executable`; `electronApp`: the app that Electron starts there by default; `code`: the file that has Chromium and
 *   Node, and the fuses; `documents`: the folder of the licences
 */

/** Where one folder holds all of it. */
const FLAT = {
  electronApp: 'resources/default_app.asar',
  archive: 'resources/app.asar',
  documents: '.',
};

/** @type {Record<Target['platform'], Places>} */
const PLACES = {
  linux: { ...FLAT, electron: 'electron', executable: 'gatehouse', code: 'gatehouse' },
  win32: { ...FLAT, electron: 'electron.exe', executable: 'Gatehouse.exe', code: 'Gatehouse.exe' },
  darwin: {
    electron: 'Electron.app/Contents/MacOS/Electron',
    electronApp: 'Electron.app/Contents/Resources/default_app.asar',
    executable: 'Gatehouse.app/Contents/MacOS/Gatehouse',
    code: 'Gatehouse.app/Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework',
    archive: 'Gatehouse.app/Contents/Resources/app.asar',
    documents: 'Gatehouse.app/Contents/Resources',
  },
};

export const placesOf = (/** @type {Target} */ { platform }) => PLACES[platform];

/** This computer. */
export const HOST = /** @type {Target} */ ({ platform: process.platform, arch: process.arch });

/** As Electron's makers name it, and we: `win32-x64`. */
export const nameOf = (/** @type {Target} */ { platform, arch }) => `${platform}-${arch}`;

/** @returns {Target} */
export function targetNamed(/** @type {string} */ name) {
  const [platform, arch] = name.split('-');
  return /** @type {Target} */ ({ platform, arch });
}
