/**
 * The Electron that tests run on, as lab/set-up.ts found it, and its conditions of use: as root it
 * runs as another user, who must own all files that the product is to trust and be able to reach
 * all files that it is to read.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runFolderPrefix, type SandboxUser } from '../scripts/lib/run-folder.ts';
import type { Runtime } from './runtime.ts';
import { Program, type Ended as ProgramEnded } from './child-program.ts';
import { record } from './program-output.ts';

export type ElectronRuntime =
  | ({ readonly available: true } & Runtime)
  | { readonly available: false; readonly reason: string };

const checkout = path.resolve(import.meta.dirname, '..');

/** The Electron to test on, or the reason for its absence. */
export function electronRuntime(): ElectronRuntime {
  const file = path.join(checkout, '.toolchain', 'runtime.json');
  if (!existsSync(file))
    return { available: false, reason: 'no Electron is set up: `npm test` does it' };
  const runtime = JSON.parse(readFileSync(file, 'utf8')) as Runtime;
  if (!existsSync(runtime.executable)) {
    return {
      available: false,
      reason: `the Electron of the last set-up is gone: ${runtime.executable}`,
    };
  }
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    return { available: false, reason: 'there is no display: `npm test` makes a virtual one' };
  }
  return { available: true, ...runtime };
}

/** The Electron to test on; throws if there is no Electron. For tests that are skipped then. */
export function requireElectron(): Runtime {
  const runtime = electronRuntime();
  if (!runtime.available) throw new Error(runtime.reason);
  return runtime;
}

/** A fresh folder of mode 0700, owned by Electron's user: for profiles, configurations, secrets. */
export function makeSandboxFolder(prefix = 'test-'): string {
  const { sandboxUser } = requireElectron();
  // `npm test` names a folder that it removes afterwards; without it the next run sweeps the
  // folders of dead processes.
  const runFolder = process.env['GATEHOUSE_RUN_FOLDER'];
  const unswept = path.join(
    sandboxUser?.temporary ?? os.tmpdir(),
    `${runFolderPrefix(process.pid)}${prefix}`,
  );
  const folder = mkdtempSync(runFolder === undefined ? unswept : path.join(runFolder, prefix));
  if (sandboxUser !== null) chownSync(folder, sandboxUser.uid, sandboxUser.gid);
  return folder;
}

/**
 * Hands a file or folder over to Electron's user: changes the owner, keeps the mode. Returns the
 * path to use. It differs from the original if that user cannot reach the original, or if the
 * original is in the checkout (then it is a copy). Call it again after writing more into a folder.
 */
export function prepareForSandboxUser(original: string): string {
  const { sandboxUser } = requireElectron();
  if (sandboxUser === null) return original;
  const inCheckout = !path.relative(checkout, original).startsWith('..');
  if (!inCheckout && canEnter(path.dirname(original), sandboxUser)) {
    own(original, sandboxUser);
    return original;
  }
  const copy = path.join(makeSandboxFolder('copy-'), path.basename(original));
  cpSync(original, copy, { recursive: true });
  if (inCheckout && lstatSync(copy).isDirectory()) chmodSync(copy, 0o755);
  own(copy, sandboxUser);
  return copy;
}

const loader = path.join(checkout, 'node_modules/playwright-core/lib/server/electron/loader.js');
let reachableLoader: string | undefined;

/**
 * Playwright's own loader, readable by Electron's user: `-r` and this come first in the `args` of
 * `_electron.launch` with an `executablePath`. It holds the app's `ready` back until Playwright is
 * attached. Without it about one launch in a hundred hangs on a busy machine, and the app's first
 * actions are missed. Only for apps run from a folder.
 */
export function playwrightLoader(): string {
  if (!existsSync(loader)) throw new Error(`Playwright's loader has moved: ${loader}`);
  return (reachableLoader ??= prepareForSandboxUser(loader));
}

/** A command that runs a program as Electron's user; for programs other than Electron itself. */
export function asSandboxUser(command: readonly string[]): [string, ...string[]] {
  const helper = path.join(checkout, '.toolchain', 'run', 'as-sandbox-user');
  return (requireElectron().sandboxUser === null ? command : [helper, ...command]) as [
    string,
    ...string[],
  ];
}

/** Output and exit of a program. */
export type Ended = Omit<ProgramEnded, 'stdout' | 'heard'> & Readonly<{ stdout: string }>;

type RunOptions = Readonly<{ env?: NodeJS.ProcessEnv; limitMs?: number }>;

/**
 * Starts Electron and waits for its end. `args` as for Electron: switches, the app's folder, `--`,
 * the app's own.
 */
export const runElectron = (args: readonly string[], options?: RunOptions): Promise<Ended> =>
  runToEnd([requireElectron().executable, ...args], options);

/** Starts a program and waits for its end; after the limit it is killed. */
export async function runToEnd(
  command: readonly [string, ...string[]],
  { env = {}, limitMs = 30_000 }: RunOptions = {},
): Promise<Ended> {
  const program = new Program(command, { env, limitMs });
  record(program.child);
  const { code, signal, stdout, stderr } = await program.ended;
  return { code, signal, stdout: stdout.toString('utf8'), stderr };
}

function canEnter(folder: string, sandboxUser: SandboxUser): boolean {
  const identity = [`--reuid=${sandboxUser.uid}`, `--regid=${sandboxUser.gid}`, '--init-groups'];
  return spawnSync('setpriv', [...identity, 'test', '-x', folder], { cwd: '/' }).status === 0;
}

function own(file: string, sandboxUser: SandboxUser): void {
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return;
  chownSync(file, sandboxUser.uid, sandboxUser.gid);
  if (found.isDirectory())
    for (const name of readdirSync(file)) own(path.join(file, name), sandboxUser);
}
