/**
 * A display: the person's own when it really answers, otherwise a virtual one (Xvfb) that ends with
 * this process. Access is by a cookie of our own, in a file that belongs to the user of Electron;
 * TCP is off.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { commandFor } from '../scripts/lib/debian.ts';
import { print, SetupError } from '../scripts/lib/log.ts';
import {
  makeRunFolder,
  removeRunFolder,
  writePrivate,
  type SandboxUser,
} from '../scripts/lib/run-folder.ts';
import { rpmCommandFor } from './rpm.ts';
import { tail, whereIs } from '../scripts/lib/run.ts';
import { runAs } from './sandbox-user.ts';
import { answers, authorityEntry, cookieFor, listens } from './x11.ts';
import type { Runtime } from './runtime.ts';
import type { Socket } from 'node:net';

const SCREEN = '1280x1024x24';
const SOCKETS = '/tmp/.X11-unix';
const START_LIMIT_MS = 15_000;

/**
 * The display that this environment names, if a server answers there: X's name, or '' for Wayland
 * alone.
 */
export async function displayOf(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const display = env['DISPLAY'];
  if (display !== undefined && display !== '' && (await answers(display, cookieFor(display, env))))
    return display;
  const wayland = env['WAYLAND_DISPLAY'];
  // Its socket lies in a folder of the person's own: root's sandbox user could not get there.
  if (process.getuid?.() === 0 || wayland === undefined || wayland === '') return undefined;
  return (await listens(path.resolve(env['XDG_RUNTIME_DIR'] ?? '/', wayland))) ? '' : undefined;
}

/**
 * The switch that has Electron open its windows there; left alone it takes the kind that
 * XDG_SESSION_TYPE names.
 */
export const platformSwitch = (display: string) =>
  `--ozone-platform=${display === '' ? 'wayland' : 'x11'}`;

/**
 * Beside the name of a virtual display: keeps windows off the person's desktop, where that is on
 * Wayland.
 */
const NO_WAYLAND = { WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' } as const;

export type Display = {
  env: {
    DISPLAY: string;
    XAUTHORITY?: string;
    WAYLAND_DISPLAY?: '';
    XDG_SESSION_TYPE: 'x11' | 'wayland';
  };
  virtual: boolean;
  end: () => void;
};

/** Whether a virtual display can be made. */
export const hasXvfb = () => whereIs('Xvfb') !== undefined;
const xvfbCommand = () => rpmCommandFor(['xorg-x11-server-Xvfb']) ?? commandFor(['xvfb']);

/**
 * The person's display, or a virtual one. Tests prefer a virtual one, so that no windows come and
 * go on a desktop.
 */
export async function openDisplay(
  runtime: Runtime,
  { preferVirtual = false }: { preferVirtual?: boolean } = {},
): Promise<Display> {
  const { sandboxUser } = runtime;
  const own = preferVirtual && hasXvfb() ? undefined : await displayOf(process.env);
  if (own === undefined) return startVirtual(sandboxUser);
  if (preferVirtual)
    print(`  note: windows open on your desktop, because there is no Xvfb: ${xvfbCommand()}`);
  // An Electron that no switch tells (Playwright's) opens its windows there too.
  const env: Display['env'] = { DISPLAY: own, XDG_SESSION_TYPE: own === '' ? 'wayland' : 'x11' };
  const cookie = cookieFor(own, process.env);
  if (sandboxUser === null || cookie === undefined) return { env, virtual: false, end: () => {} };
  // The sandbox user may not read root's cookie file: it gets the one entry that it needs.
  const runFolder = makeRunFolder(sandboxUser);
  const XAUTHORITY = writeAuthority(runFolder, cookie, sandboxUser);
  return { env: { ...env, XAUTHORITY }, virtual: false, end: () => removeRunFolder(runFolder) };
}

/** Writes the cookie of a display into a file of the run folder, for the user of Electron. */
export const writeAuthority: (
  runFolder: string,
  cookie: Buffer,
  sandboxUser: SandboxUser | null,
) => string = (runFolder, cookie, sandboxUser) =>
  writePrivate(path.join(runFolder, 'authority'), authorityEntry(cookie), sandboxUser);

async function startVirtual(sandboxUser: SandboxUser | null): Promise<Display> {
  const runFolder = makeRunFolder(sandboxUser);
  const authority = writeAuthority(runFolder, randomBytes(16), sandboxUser);
  const [command = '', ...args] = virtualServer(sandboxUser, authority);
  const child = spawn(command, [...args, '-displayfd', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const end = () => {
    child.kill('SIGTERM');
    removeRunFolder(runFolder);
  };
  process.on('exit', end);
  try {
    const number = await new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('it did not get ready')), START_LIMIT_MS);
      child.on('error', reject);
      child.on('exit', () => reject(new Error(tail(errors, 4) || 'it ended at once')));
      let text = '';
      child.stdio[3]?.on('data', (chunk) => {
        text += String(chunk);
        if (!text.includes('\n')) return;
        clearTimeout(limit);
        resolve(text.trim());
      });
    });
    child.unref();
    for (const stream of [child.stderr, child.stdio[3]]) (stream as Socket).unref();
    return {
      env: { DISPLAY: `:${number}`, XAUTHORITY: authority, ...NO_WAYLAND },
      virtual: true,
      end,
    };
  } catch (error) {
    end();
    throw new SetupError('A virtual display could not be started.', {
      why: error instanceof Error ? error.message : String(error),
      remedy: xvfbCommand(),
    });
  }
}

/**
 * The command of a virtual display. The kernel ends it with the process that starts it, however
 * that ends. It runs as the runner: that process may be the sandbox user's by then, and the death
 * of such a process does not end root's.
 */
function virtualServer(sandboxUser: SandboxUser | null, authority: string) {
  // Only root may make this folder as X wants it.
  if (sandboxUser !== null && !existsSync(SOCKETS)) {
    mkdirSync(SOCKETS);
    chmodSync(SOCKETS, 0o1777);
  }
  const server = [
    'Xvfb',
    '-screen',
    '0',
    SCREEN,
    '-nolisten',
    'tcp',
    '-noreset',
    '-auth',
    authority,
  ];
  return [...runAs(sandboxUser), 'setpriv', '--pdeathsig', 'TERM', ...server];
}
