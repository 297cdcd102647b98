/**
 * Step "electron": a real Electron, in this order: the one that ELECTRON_OVERRIDE_DIST_PATH names, the version of
 * package.json (there already, or downloadable), an older one out of a PyPI package. One line says which was taken.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { makePlace, removePlace } from '../lib/places.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfTexts, isStamped, readJson, readText, sayOnce, stamp } from '../lib/stamp.mjs';
import { HOST, placesOf } from '../../packaging/targets.mjs';
import {
  hasPackagedElectron,
  installPackagedElectron,
  packagedDist,
  PACKAGED_VERSION,
} from '../../lab/electron-pypi.mjs';

/** When the download of Electron counts as impossible here: so long without a new byte, so long in all. */
const DOWNLOAD_LIMITS = { silenceMs: 60_000, wholeMs: 20 * 60_000 };
const RETRY = 'GATEHOUSE_RETRY_ELECTRON_DOWNLOAD';

/**
 * @typedef {{ dist: string, executable: string, version: string, wanted: string,
 *   source: 'override' | 'package.json' | 'pypi' }} FoundElectron
 */

/** @type {import('./prepare.mjs').Step} */
export const electronStep = {
  name: 'electron',
  done(context) {
    const found = find();
    if (found === undefined) return false;
    context.electron = found;
    sayOnce('electron-said', describe(found));
    return true;
  },
  async run(context) {
    if (mayDownload() && (await download(context))) return;
    await installPackagedElectron(context, wantedVersion());
  },
};

/** The version that package.json asks for. */
function wantedVersion() {
  return String(readJson(inRoot('node_modules', 'electron', 'package.json')).version);
}

/** @returns {FoundElectron | undefined} */
function find() {
  const wanted = wantedVersion();
  const executableName = placesOf(HOST).electron;
  const found = (
    /** @type {string} */ dist,
    /** @type {string} */ version,
    /** @type {FoundElectron['source']} */ source,
  ) => ({ dist, executable: path.join(dist, executableName), version, wanted, source });
  const isIn = (/** @type {string} */ dist) => existsSync(path.join(dist, executableName));
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const dist = path.resolve(override);
    if (isIn(dist)) return found(dist, versionOf(dist) ?? 'of unknown version', 'override');
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH names no Electron: ${dist}`, {
      why: `there is no ${executableName} in it`,
      remedy: 'let it name the folder of an unpacked Electron, or unset it',
    });
  }
  const own = inRoot('node_modules', 'electron', 'dist');
  if (isIn(own) && versionOf(own) === wanted) return found(own, wanted, 'package.json');
  // A download that was not tried, or is to be tried again, comes before the older one.
  if (!mayDownload() && hasPackagedElectron()) return found(packagedDist, PACKAGED_VERSION, 'pypi');
  return undefined;
}

const versionOf = (/** @type {string} */ dist) =>
  readText(path.join(dist, 'version'))?.trim().replace(/^v/, '');

function describe(/** @type {FoundElectron} */ electron) {
  if (electron.source === 'pypi') return `• ${replacement(electron)}`;
  const from =
    electron.source === 'override' ? 'ELECTRON_OVERRIDE_DIST_PATH' : 'the version of package.json';
  return `• Electron ${electron.version}: ${from}`;
}

/** The sentence about an Electron that stands in for the one of package.json. */
export const replacement = (
  /** @type {Pick<FoundElectron, 'version' | 'wanted'>} */ { version, wanted },
) =>
  `Electron ${version}: an older one out of a PyPI package, because ${wanted} could not be downloaded here (${RETRY}=1 tries again)`;

const attempt = () =>
  hashOfTexts('download failed', wantedVersion(), process.env['ELECTRON_MIRROR'] ?? '');
let retried = false;
const mayDownload = () =>
  !isStamped('electron-download', attempt()) || (process.env[RETRY] === '1' && !retried);

/** Lets the electron package fetch its binary. A failure is remembered, so that it is waited for once. */
async function download(/** @type {import('./prepare.mjs').Context} */ context) {
  retried = true;
  return longStep(`downloading Electron ${wantedVersion()} (110 MB)`, async () => {
    const why = await fetchElectron(context);
    if (why === undefined) return true;
    say(`  not downloadable here (${why})`);
    stamp('electron-download', attempt());
    return false;
  });
}

/**
 * Downloads and unpacks the Electron of package.json.
 * @param {{ node: string, env: NodeJS.ProcessEnv }} context
 * @returns {Promise<string | undefined>} why it failed
 */
export async function fetchElectron({ node, env }, { silenceMs, wholeMs } = DOWNLOAD_LIMITS) {
  const hasProxy = Boolean(env['HTTPS_PROXY'] || env['https_proxy']);
  const place = makePlace(null);
  const stop = new AbortController();
  // The download fills the first, unpacking the second.
  const bytes = () => bytesBelow(place) + bytesBelow(inRoot('node_modules', 'electron', 'dist'));
  let last = { bytes: bytes(), at: performance.now() };
  const watch = setInterval(() => {
    if (bytes() !== last.bytes) last = { bytes: bytes(), at: performance.now() };
    else if (performance.now() - last.at >= silenceMs)
      stop.abort(`no byte for ${silenceMs / 1000} s`);
  }, silenceMs / 60);
  const limit = setTimeout(() => stop.abort(`no end after ${wholeMs / 60_000} min`), wholeMs);
  try {
    const { code, output } = await run(node, [inRoot('node_modules', 'electron', 'install.js')], {
      env: {
        ...env,
        ELECTRON_OVERRIDE_DIST_PATH: '',
        ...(hasProxy ? { ELECTRON_GET_USE_PROXY: 'true' } : {}),
        TMPDIR: place,
      },
      stop: stop.signal,
    });
    return code === 0 ? undefined : (stop.signal.reason ?? tail(output, 1));
  } finally {
    clearInterval(watch);
    clearTimeout(limit);
    removePlace(place);
  }
}

/** The size of all files below a folder that may change meanwhile. */
function bytesBelow(/** @type {string} */ folder) {
  if (!existsSync(folder)) return 0;
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
