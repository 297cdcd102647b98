/** The targets of packages, and the file locations in the unpacked program. */

/** `isCli`: the package for servers, with Node in the place of Electron; Linux alone has it. */
export type Target = Readonly<{
  platform: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
  isCli?: true;
}>;

/** Paths below the unpacked program, whatever runs it. */
export type Places = Readonly<{
  /** The file that has Chromium and Node, and the fuses; in the package for servers Node. */
  code: string;
  /** All that is ours: the archive of Electron, or the one file that Node runs. */
  archive: string;
  /** The folder of the licences. */
  documents: string;
}>;

/** Paths below an unpacked program with Electron. */
type ElectronPlaces = Places &
  Readonly<{
    /** The executable in Electron's distribution, which becomes `executable`. */
    electron: string;
    /** The app that Electron starts there by default. */
    electronApp: string;
    executable: string;
  }>;

/** Where one folder holds all of it. */
const FLAT = {
  electronApp: 'resources/default_app.asar',
  archive: 'resources/app.asar',
  documents: '.',
};

/** Where the launcher looks for Node and our file (launcher/posix/installed.c). */
const CLI_PLACES: Places = { code: 'bin/node', archive: 'lib/terminal.cjs', documents: '.' };

const PLACES: Readonly<Record<Target['platform'], ElectronPlaces>> = {
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

export const placesOf = ({ platform, isCli }: Target): Places =>
  isCli ? CLI_PLACES : PLACES[platform];

export const electronPlacesOf = ({ platform }: Target): ElectronPlaces => PLACES[platform];

/** This computer. */
export const HOST = { platform: process.platform, arch: process.arch } as Target;

/** The packages for servers. */
export const CLI_TARGETS: readonly Target[] = [
  { platform: 'linux', arch: 'x64', isCli: true },
  { platform: 'linux', arch: 'arm64', isCli: true },
];

/** As Electron's makers name it, and we: `win32-x64`. */
export const nameOf = ({ platform, arch }: Target): string => `${platform}-${arch}`;

/** The same, with a mark of the package for servers: `cli-linux-x64`. */
export const wholeNameOf = (target: Target): string =>
  `${target.isCli ? 'cli-' : ''}${nameOf(target)}`;

/** The target of a whole name. */
export function targetNamed(name: string): Target {
  const [platform, arch] = name.replace(/^cli-/, '').split('-');
  return { platform, arch, ...(name.startsWith('cli-') && { isCli: true }) } as Target;
}
