/** Step "system": the Debian packages that a window needs. Installed when root, named with the exact command otherwise. */
import { existsSync } from 'node:fs';
import { longStep, say, SetupError } from '../lib/log.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfTexts, isStamped, readText, stamp } from '../lib/stamp.mjs';
import { displayOf } from '../bootstrap/display.mjs';

const STATUS_FILE = '/var/lib/dpkg/status';
const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libatk-bridge2.0-0'];
/** Without these everything works, less well. */
const NICE_TO_HAVE = ['dbus', 'fonts-noto-core', 'fonts-noto-color-emoji'];
const VIRTUAL_DISPLAY = ['xvfb'];

/** Since 2024 some libraries carry their time_t size in the name. */
const spellings = (/** @type {string} */ name) => [name, `${name}t64`];

/** The packages of a list that are not installed. Reads dpkg's own table: 10 ms, and no process. */
export function missingPackages(/** @type {string[]} */ names) {
  const status = readText(STATUS_FILE);
  if (status === undefined) return [];
  const installed = new Set();
  for (const paragraph of status.split('\n\n')) {
    const name = /^Package: (.+)$/m.exec(paragraph)?.[1];
    if (name !== undefined && /^Status: \S+ \S+ installed$/m.test(paragraph)) installed.add(name);
  }
  return names.filter((name) => !spellings(name).some((spelling) => installed.has(spelling)));
}

/** @type {import('./prepare.mjs').Step} */
export const systemStep = {
  name: 'system',
  async done(context) {
    // Not a Debian: the electron step tells which shared libraries it misses.
    if (!existsSync(STATUS_FILE)) return true;
    const wanted = await wantedPackages(context);
    const inputs = hashOfTexts(wanted.join(' '), statusVersion());
    if (isStamped('system', inputs)) return true;
    const missing = missingPackages(wanted);
    if (missing.some((name) => isRoot() || !NICE_TO_HAVE.includes(name))) return false;
    noteOnce(missing);
    stamp('system', inputs);
    return true;
  },
  async run(context) {
    const wanted = await wantedPackages(context);
    const missing = missingPackages(wanted);
    if (!isRoot()) {
      throw new SetupError(`Debian packages are missing: ${missing.join(' ')}`, {
        why: reasonFor(missing),
        remedy: commandFor(missing),
      });
    }
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (${reasonFor(missing)})`,
      () => aptInstall(missing),
    );
  },
};

/** Once for each list of packages: what is wanted changes with the display that is there, and that is no news. */
function noteOnce(/** @type {string[]} */ missing) {
  if (missing.length === 0 || isStamped('system-note', hashOfTexts(...missing))) return;
  say(`  note: for better text in pictures: ${commandFor(missing)}`);
  stamp('system-note', hashOfTexts(...missing));
}

/** Whether this process may install packages. */
export const isRoot = () => process.getuid?.() === 0;

/** The one command that installs Debian packages. */
export const commandFor = (/** @type {string[]} */ names) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;

async function wantedPackages(/** @type {import('./prepare.mjs').Context} */ context) {
  const needsVirtual = context.needsDisplay && (await displayOf(process.env)) === undefined;
  return [...LIBRARIES, ...NICE_TO_HAVE, ...(needsVirtual ? VIRTUAL_DISPLAY : [])];
}

function reasonFor(/** @type {string[]} */ missing) {
  const reasons = [];
  if (missing.some((name) => LIBRARIES.includes(name)))
    reasons.push('Electron links against these libraries');
  if (missing.some((name) => name.startsWith('fonts-')))
    reasons.push('fonts draw every script and the emoji');
  if (missing.some((name) => VIRTUAL_DISPLAY.includes(name))) {
    reasons.push('there is no display here, so a virtual one is needed');
  }
  return reasons.join('; ');
}

const statusVersion = () => String(hashOfTexts(readText(STATUS_FILE) ?? ''));

/**
 * Installs Debian packages; the lists are brought up to date first, and one failure of the network is forgiven.
 * @param {string[]} names
 */
export async function aptInstall(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let output = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    if (attempt > 1) say('  that failed; trying once more');
    const update = await run('apt-get', ['update', '-q'], { env });
    const spelled = await Promise.all(names.map(spellingHere));
    const flags = ['install', '-q', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
    const install = await run('apt-get', [...flags, ...spelled], { env });
    if (install.code === 0) return;
    output = `${update.code === 0 ? '' : tail(update.output, 4)}\n${tail(install.output)}`;
  }
  throw new SetupError(`Installing Debian packages failed: ${names.join(' ')}`, {
    why: output,
    remedy: `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`,
  });
}

async function spellingHere(/** @type {string} */ name) {
  const newer = `${name}t64`;
  const known = await run('apt-cache', ['show', '--no-all-versions', newer]);
  return known.code === 0 && known.output.includes(`Package: ${newer}`) ? newer : name;
}
