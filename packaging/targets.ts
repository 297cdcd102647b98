/** The targets of packages, and the file locations in the unpacked program. */

export type Target = Readonly<{ platform: 'linux' | 'win32' | 'darwin'; arch: 'x64' | 'arm64' }>;

/** Paths below the unpacked program. */
export type Places = Readonly<{
  /** The executable in Electron's distribution, which becomes `executable`. */
  electron: string;
  /** The app that Electron starts there by default. */
  electronApp: string;
  executable: string;
  /** The file that has Chromium and Node, and the fuses. */
  code: string;
  archive: string;
  /** The folder of the licences. */
  documents: string;
}>;

/** Where one folder holds all of it. */
const FLAT = {
  electronApp: 'resources/default_app.asar',
  archive: 'resources/app.asar',
  documents: '.',
};

const PLACES: Readonly<Record<Target['platform'], Places>> = {
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

export const placesOf = ({ platform }: Target): Places => PLACES[platform];

/** This computer. */
export const HOST = { platform: process.platform, arch: process.arch } as Target;

/** As Electron's makers name it, and we: `win32-x64`. */
export const nameOf = ({ platform, arch }: Target): string => `${platform}-${arch}`;

export function targetNamed(name: string): Target {
  const [platform, arch] = name.split('-');
  return { platform, arch } as Target;
}
