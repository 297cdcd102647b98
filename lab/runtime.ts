/**
 * The Electron, the built product and the user together, for scripts and tests to start. The result
 * is written to `.toolchain/runtime.json`, which lab/electron-runtime.ts reads.
 */
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../scripts/lib/log.ts';
import { inToolchain, root } from '../scripts/lib/paths.ts';
import { libraryIn, rpmCommandFor } from './rpm.ts';
import { endingWithUs, run } from '../scripts/lib/run.ts';
import { readJson, readText, writeWhole } from '../scripts/lib/files.ts';
import { reachableApp, reachableRuntime, sweepCopies } from './copies.ts';
import { runAs } from './sandbox-user.ts';
import type { SandboxUser } from '../scripts/lib/run-folder.ts';
import type { FoundElectron } from './electron.ts';

/**
 * `executable`: the command to start, as root a wrapper that changes the user, never with
 * `--no-sandbox`. `appDir`: the folder to give to Electron, the checkout or a copy of the build
 * that the sandbox user can reach
 */
export type Runtime = {
  executable: string;
  dist: string;
  version: string;
  wanted: string;
  source: string;
  appDir: string;
  checkout: string;
  sandboxUser: SandboxUser | null;
};

/** Where the tests find it. */
const runtimeFile = inToolchain('runtime.json');

/** The runtime of the last set-up; undefined where there was none. */
export const lastRuntime = (): Runtime | undefined => readJson(runtimeFile) as Runtime | undefined;

/**
 * Puts an Electron, the built product and the user together, and keeps the result for the tests.
 *
 * @throws {SetupError} where that Electron cannot start here
 */
export async function makeRuntime(
  electron: FoundElectron,
  sandboxUser: SandboxUser | null,
): Promise<Runtime> {
  await requireLibraries(electron);
  if (sandboxUser !== null) sweepCopies();
  const dist = await reachableRuntime(electron).make(sandboxUser);
  const appDir = await reachableApp.make(sandboxUser);
  const real = path.join(dist, path.relative(electron.dist, electron.executable));
  await requireSandbox(real, sandboxUser);
  const executable = sandboxUser === null ? real : writeWrapper(sandboxUser, real);
  const { version, wanted, source } = electron;
  const runtime = {
    executable,
    dist,
    version,
    wanted,
    source,
    appDir,
    checkout: root,
    sandboxUser,
  };
  writeWhole(runtimeFile, `${JSON.stringify(runtime, null, 2)}\n`);
  return runtime;
}

/**
 * Names the shared libraries that are missing, whatever the packages of this system are called.
 *
 * @throws {SetupError}
 */
export async function requireLibraries(electron: Pick<FoundElectron, 'executable' | 'version'>) {
  if (process.platform !== 'linux') return;
  const { output } = await run('ldd', [electron.executable]);
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
}

/** Where the kernel says whether AppArmor keeps user namespaces for the programs that it knows. */
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/**
 * Sees that Chromium's sandbox works, which needs user namespaces or its own setuid helper.
 *
 * @throws {SetupError}
 */
async function requireSandbox(executable: string, sandboxUser: SandboxUser | null) {
  if (process.platform !== 'linux') return;
  const helper = statSync(helperOf(executable), { throwIfNoEntry: false });
  if (helper?.uid === 0 && (helper.mode & 0o7777) === 0o4755) return;
  if (await makesItsSandbox([...runAs(sandboxUser), executable])) return;
  if (sandboxUser === null) throw sandboxRefusal(executable);
  chownSync(helperOf(executable), 0, 0);
  chmodSync(helperOf(executable), 0o4755);
}

/**
 * Asks an Electron itself, which makes its sandbox before it prints its version: another program
 * may have its own permission. Other faults appear when Electron starts.
 */
export async function makesItsSandbox([command = '', ...args]: string[]) {
  const { code, output } = await run(command, [...args, '--version']);
  return code === 0 || !/sandbox/i.test(output);
}

const helperOf = (executable: string) => path.join(path.dirname(executable), 'chrome-sandbox');

/** The refusal for an ordinary user, with the one command that helps. */
export function sandboxRefusal(executable: string, restriction = readText(RESTRICTION)) {
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

/**
 * The program named `electron` that root starts: the real one, as the sandbox user. And
 * `as-sandbox-user`, for any program.
 */
function writeWrapper(sandboxUser: SandboxUser, real: string) {
  const file = inToolchain('run', 'electron');
  writeWhole(inToolchain('run', 'as-sandbox-user'), asSandboxUser(sandboxUser, '"$@"'), 0o755);
  writeWhole(file, asSandboxUser(sandboxUser, `${shellQuote(real)} "$@"`), 0o755);
  return file;
}

/**
 * Electron, ended by the kernel when this process ends. As root that has to be asked for after the
 * change to the sandbox user, which forgets it.
 */
export function electronEndingWithUs(
  { executable, dist, sandboxUser }: Runtime,
  args: string[],
): [string, string[]] {
  if (sandboxUser === null) return endingWithUs(executable, args);
  const [command, commandArgs] = endingWithUs(path.join(dist, path.basename(executable)), args);
  return [inToolchain('run', 'as-sandbox-user'), [command, ...commandArgs]];
}

function asSandboxUser(sandboxUser: SandboxUser, command: string) {
  const unset = ['TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];
  return `#!/bin/sh
# Written by lab/runtime.ts. Root starts this; the program runs as ${sandboxUser.name}, with its sandbox on.
# The pipe of the verdict is root's; the program opens it again (electron/os/closed-descriptors.ts).
for word do
  case $word in --gatehouse-launch=verdict:[3-9],*) word=\${word#*:} && chmod o+w "/proc/self/fd/\${word%%,*}" ;; --) break ;; esac
done
# The kernel ends it with the launcher (launcher/posix/login.c), which a change of the user would undo.
exec ${runAs(sandboxUser).join(' ')} --pdeathsig=keep env ${unset.map((name) => `-u ${name}`).join(' ')} \\
  USER=${sandboxUser.name} LOGNAME=${sandboxUser.name} \\
  HOME="\${GATEHOUSE_RUNNER_HOME:-${sandboxUser.home}}" \\
  XDG_RUNTIME_DIR="\${GATEHOUSE_RUNNER_RUNTIME_DIR:-${sandboxUser.runtimeDir}}" \\
  ${command}
`;
}

/** A word that a POSIX shell reads as itself. */
export const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
