/**
 * Step "runtime": puts the Electron, the built product and the user together for scripts and tests to start.
 * The result is written to `.toolchain/runtime.json`, which tests/lab/electron-runtime.ts reads.
 */
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../lib/log.mjs';
import { inToolchain, root } from '../lib/paths.mjs';
import { libraryIn, rpmCommandFor } from '../lib/rpm.mjs';
import { endingWithUs, run } from '../lib/run.mjs';
import { hashOfTexts, isStamped, readJson, readText, stamp, writeWhole } from '../lib/stamp.mjs';
import { reachableApp, reachableRuntime, sweepCopies } from '../../lab/copies.mjs';
import { runAs } from '../../lab/sandbox-user.mjs';

/**
 * @typedef {import('../../lab/sandbox-user.mjs').SandboxUser} SandboxUser
 * @typedef {import('./electron.mjs').FoundElectron} FoundElectron
 * @typedef {{ executable: string, dist: string, version: string, wanted: string, source: string,
 *   appDir: string, checkout: string, sandboxUser: SandboxUser | null }} Runtime
 *   `executable`: the command to start, as root a wrapper that changes the user, never with `--no-sandbox`. `appDir`: the
 *   folder to give to Electron, the checkout or a copy of the build that the sandbox user can reach
 */

/** Where the tests find it. */
const runtimeFile = inToolchain('runtime.json');

/** The last runtime that set-up made. @returns {Runtime} */
export const lastRuntime = () => readJson(runtimeFile);

/** @type {import('./prepare.mjs').Step} */
export const runtimeStep = {
  name: 'runtime',
  async done(context) {
    const { electron, sandboxUser } = context;
    if (electron === undefined || sandboxUser === undefined) return false;
    await checkLibraries(electron);
    const dist = await reachableRuntime(electron).find(sandboxUser);
    const appDir = await reachableApp.find(sandboxUser);
    if (dist === undefined || appDir === undefined) return false;
    const real = path.join(dist, path.relative(electron.dist, electron.executable));
    if (!(await sandboxWorks(sandboxUser, real))) return false;
    const executable = sandboxUser === null ? real : writeWrapper(sandboxUser, real);
    const { version, wanted, source } = electron;
    context.runtime = {
      executable,
      dist,
      version,
      wanted,
      source,
      appDir,
      checkout: root,
      sandboxUser,
    };
    writeWhole(runtimeFile, `${JSON.stringify(context.runtime, null, 2)}\n`);
    return true;
  },
  async run(context) {
    const { electron, sandboxUser = null } = context;
    if (electron === undefined) throw new Error('the runtime step needs an Electron');
    if (sandboxUser !== null) sweepCopies();
    await reachableRuntime(electron).make(sandboxUser);
    await reachableApp.make(sandboxUser);
    await enableSetuidSandbox(electron, sandboxUser);
  },
};

/** Which shared libraries are missing, whatever the packages of this system are called. */
export async function checkLibraries(
  /** @type {Pick<FoundElectron, 'executable' | 'version'>} */ electron,
) {
  if (process.platform !== 'linux') return;
  const inputs = hashOfTexts(electron.executable, electron.version);
  if (isStamped('libraries', inputs)) return;
  const { code, output } = await run('ldd', [electron.executable]);
  const missing = [...output.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = '']) => name);
  if (missing.length > 0) {
    throw new SetupError(
      `Electron ${electron.version} cannot start: shared libraries are missing.`,
      {
        why: missing.join(' '),
        remedy:
          rpmCommandFor(missing.map(libraryIn)) ??
          'install the packages of this system that contain them (GTK 3, NSS, ALSA, GBM)',
      },
    );
  }
  if (code === 0) stamp('libraries', inputs);
}

/** Where the kernel says whether AppArmor keeps user namespaces for the programs that it knows. */
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/**
 * Whether Chromium's sandbox works, which needs user namespaces or its own setuid helper.
 * @param {SandboxUser | null} sandboxUser
 * @param {string} executable
 */
async function sandboxWorks(sandboxUser, executable) {
  if (process.platform !== 'linux') return true;
  const helper = statSync(helperOf(executable), { throwIfNoEntry: false });
  if (helper?.uid === 0 && (helper.mode & 0o7777) === 0o4755) return true;
  const { size, mtimeMs } = statSync(executable);
  const limits = [
    RESTRICTION,
    '/proc/sys/kernel/unprivileged_userns_clone',
    '/proc/sys/user/max_user_namespaces',
  ];
  const inputs = hashOfTexts(
    executable,
    `${size} ${mtimeMs}`,
    ...limits.map((file) => readText(file) ?? ''),
  );
  if (isStamped('sandbox', inputs)) return true;
  if (!(await makesItsSandbox([...runAs(sandboxUser), executable]))) return false;
  stamp('sandbox', inputs);
  return true;
}

/**
 * Asks an Electron itself, which makes its sandbox before it prints its version: another program may have its own
 * permission. Other faults appear when Electron starts.
 */
export async function makesItsSandbox(/** @type {string[]} */ [command = '', ...args]) {
  const { code, output } = await run(command, [...args, '--version']);
  return code === 0 || !/sandbox/i.test(output);
}

const helperOf = (/** @type {string} */ executable) =>
  path.join(path.dirname(executable), 'chrome-sandbox');

/** The refusal for an ordinary user, with the one command that helps. */
export function sandboxRefusal(
  /** @type {string} */ executable,
  restriction = readText(RESTRICTION),
) {
  const helper = helperOf(executable);
  const why =
    restriction?.trim() === '1'
      ? 'AppArmor leaves user namespaces to the programs that it knows'
      : 'user namespaces are switched off on this machine';
  return new SetupError("Chromium's sandbox cannot work for this user.", {
    why: `${why}, and the setuid helper is not set up`,
    remedy: `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  });
}

async function enableSetuidSandbox(
  /** @type {FoundElectron} */ electron,
  /** @type {SandboxUser | null} */ sandboxUser,
) {
  const dist = await reachableRuntime(electron).find(sandboxUser);
  if (dist === undefined) return;
  const executable = path.join(dist, path.basename(electron.executable));
  if (await sandboxWorks(sandboxUser, executable)) return;
  if (sandboxUser === null) throw sandboxRefusal(executable);
  chownSync(helperOf(executable), 0, 0);
  chmodSync(helperOf(executable), 0o4755);
}

/** The program named `electron` that root starts: the real one, as the sandbox user. And `as-sandbox-user`, for any program. */
function writeWrapper(/** @type {SandboxUser} */ sandboxUser, /** @type {string} */ real) {
  const file = inToolchain('run', 'electron');
  writeWhole(inToolchain('run', 'as-sandbox-user'), asSandboxUser(sandboxUser, '"$@"'), 0o755);
  writeWhole(file, asSandboxUser(sandboxUser, `${shellQuote(real)} "$@"`), 0o755);
  return file;
}

/**
 * Electron, ended by the kernel when this process ends. As root that has to be asked for after the change to the sandbox user,
 * which forgets it.
 * @param {Runtime} runtime
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function electronEndingWithUs({ executable, dist, sandboxUser }, args) {
  if (sandboxUser === null) return endingWithUs(executable, args);
  const [command, commandArgs] = endingWithUs(path.join(dist, path.basename(executable)), args);
  return [inToolchain('run', 'as-sandbox-user'), [command, ...commandArgs]];
}

function asSandboxUser(/** @type {SandboxUser} */ sandboxUser, /** @type {string} */ command) {
  const unset = ['TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];
  return `#!/bin/sh
# Written by scripts/setup/runtime.mjs. Root starts this; the program runs as ${sandboxUser.name}, with its sandbox on.
# The pipe of the verdict is root's; the program opens it again (electron/os/closed-descriptors.ts).
for word do
  case $word in --gatehouse-launch=verdict:[3-9],*) word=\${word#*:} && chmod o+w "/proc/self/fd/\${word%%,*}" ;; --) break ;; esac
done
exec ${runAs(sandboxUser).join(' ')} env ${unset.map((name) => `-u ${name}`).join(' ')} \\
  USER=${sandboxUser.name} LOGNAME=${sandboxUser.name} \\
  HOME="\${GATEHOUSE_RUNNER_HOME:-${sandboxUser.home}}" \\
  XDG_RUNTIME_DIR="\${GATEHOUSE_RUNNER_RUNTIME_DIR:-${sandboxUser.runtimeDir}}" \\
  ${command}
`;
}

/** A word that a POSIX shell reads as itself. */
export const shellQuote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
