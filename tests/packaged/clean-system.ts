/**
 * A new Debian in a folder, with nothing in it but what a package needs: debootstrap makes it. A
 * program in it has the folder as its root, with processes, /tmp and /run of its own; network and
 * display are this computer's.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROGRAMS } from '../../lab/programs.ts';
import { commandFor } from '../../scripts/lib/debian.ts';
import { run, type Ended } from '../../lab/child-program.ts';
import { hasProgram } from './installers.ts';

const execute = promisify(execFile);

/** That of the tried Electron, wherever the tests run. */
const RELEASE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const PREPARED_MS = 900_000;

export type CleanSystem = Readonly<{
  /** Where it lies on this computer. */
  root: string;
  /** Copies a file into it. Returns its path there. */
  give: (file: string) => string;
  /** Runs a program in it as root, with the environment of this process and a PATH of its own. */
  inside: (command: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended>;
  /** The same, in a network of its own, which has a loopback alone. */
  apart: (command: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended>;
  remove: () => void;
}>;

/** Reason for which none can be made here; empty if there is none. */
export function whyNoCleanSystem(): string {
  if (process.getuid?.() !== 0) return 'only root may make a system in a folder';
  if (!hasProgram('debootstrap'))
    return `there is no debootstrap: ${commandFor([...PROGRAMS.debootstrap.packages])}`;
  return '';
}

/**
 * Gives a program the root that is its first word. A chroot would not do: in one, Linux gives
 * nobody a user namespace, so that Chromium's sandbox would always be the setuid one.
 */
const ENTER = `set -e
mount --rbind "$1" "$1"
cd "$1"
mount -t proc none proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 none tmp
mount -t tmpfs -o mode=755 none run
if [ -d /tmp/.X11-unix ]; then mkdir tmp/.X11-unix && mount --bind /tmp/.X11-unix tmp/.X11-unix; fi
pivot_root . mnt
umount --lazy /mnt
cd /
shift
exec "$@"`;

/** The end of unshare ends every process of the system. */
const UNSHARE = ['--mount', '--pid', '--fork', '--kill-child'];

/**
 * Makes one: a minute of work, and 100 MB from Debian's mirror.
 *
 * @param include packages of Debian that it has from the start
 * @param needs a list of packages as in the field `Depends` of a package, which are installed with
 *   what they need
 */
export async function makeCleanSystem(
  include: readonly string[],
  needs: string,
): Promise<CleanSystem> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-clean-system-'));
  const root = path.join(folder, 'root');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const inside = (
    command: readonly string[],
    env: NodeJS.ProcessEnv = {},
    { limitMs = 120_000, isApart = false } = {},
  ): Promise<Ended> => {
    const network = isApart ? ['--net'] : [];
    return run(['unshare', ...UNSHARE, ...network, 'sh', '-c', ENTER, 'sh', root, ...command], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', ...env },
      limitMs,
    });
  };
  try {
    const words = ['--variant=minbase', `--include=${include.join(',')}`, RELEASE, root, MIRROR];
    // What it mounts goes with the namespace, even if it is killed.
    await execute('unshare', [...UNSHARE, 'debootstrap', ...words], { maxBuffer: 1e8 });
    const install = ['apt-get', 'satisfy', '-q', '-y', '--no-install-recommends', needs];
    const { code, stderr } = await inside(install, {}, { limitMs: PREPARED_MS });
    if (code !== 0) throw new Error(`the libraries could not be installed: ${stderr}`);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    root,
    give: (file) => {
      const there = path.join('/srv', path.basename(file));
      copyFileSync(file, path.join(root, there));
      return there;
    },
    inside: (command, env) => inside(command, env),
    apart: (command, env) => inside(command, env, { isApart: true }),
    remove,
  };
}

/**
 * Of the system's own work: caches, logs, the list of rpm (root's home, on Debian). And people's
 * homes, and given files.
 */
const NOT_LISTED = ['/var/cache', '/var/log', '/var/lib/rpm', '/root', '/home', '/srv'];

/** Every path of a clean system but NOT_LISTED, with owner, group and mode, and the size of a file. */
export async function listingOf(system: CleanSystem): Promise<readonly string[]> {
  const left = NOT_LISTED.flatMap((place, index) => [
    ...(index === 0 ? [] : ['-o']),
    '-path',
    place,
  ]);
  // The size of a folder says how many entries it once had.
  const facts = [
    '(',
    '-type',
    'f',
    '-printf',
    '%p %u %g %m %s\\n',
    '-o',
    '-printf',
    '%p %u %g %m\\n',
    ')',
  ];
  const { stdout } = await system.inside([
    'find',
    '/',
    '-xdev',
    '(',
    ...left,
    ')',
    '-prune',
    '-o',
    ...facts,
  ]);
  return stdout.toString().trimEnd().split('\n').sort();
}

/** Whether a file is there, in the system. */
export const isInside = (system: CleanSystem, place: string): boolean =>
  existsSync(path.join(system.root, place));
