/**
 * The ordinary user that runs Electron for root. Chromium refuses to run as root with its sandbox
 * on. Any other user runs Electron directly.
 */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { print, SetupError } from '../scripts/lib/log.ts';
import { run, tail } from '../scripts/lib/run.ts';
import { readText } from '../scripts/lib/files.ts';
import type { SandboxUser } from '../scripts/lib/run-folder.ts';

const NAME = 'gatehouse-runner';
/** Folder that the sandbox user can reach, even if the checkout is in a private folder. */
export const sandboxUserFolder = '/var/lib/gatehouse-runner';

/**
 * The sandbox user, made as root where it is missing; null for any other user.
 *
 * @throws {SetupError}
 */
export async function provideSandboxUser(): Promise<SandboxUser | null> {
  if (process.getuid?.() !== 0) return null;
  const user = findUser() ?? (await makeUser());
  makeFolders(user);
  return user;
}

async function makeUser(): Promise<SandboxUser> {
  print(`• as root: making the ordinary user ${NAME}, which runs Electron with its sandbox on`);
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const home = ['--home-dir', path.join(sandboxUserFolder, 'home')];
  const { output } = await run('useradd', [...flags, ...home, NAME]);
  const user = findUser();
  if (user === undefined)
    throw new SetupError(`The user ${NAME} could not be made.`, {
      why: tail(output, 3),
      remedy: `make a user ${NAME} by hand, or run this as an ordinary user`,
    });
  return user;
}

/** The words before a command that this user runs; none where there is no such user. */
export const runAs = (user: Pick<SandboxUser, 'uid' | 'gid'> | null) =>
  user === null
    ? []
    : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups', '--inh-caps=-all'];

function findUser(): SandboxUser | undefined {
  const line = readText('/etc/passwd')
    ?.split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  if (line === undefined) return undefined;
  const [, , uid, gid] = line.split(':');
  return {
    name: NAME,
    uid: Number(uid),
    gid: Number(gid),
    home: path.join(sandboxUserFolder, 'home'),
    runtimeDir: path.join(sandboxUserFolder, 'run'),
    sharedTemporary: path.join(sandboxUserFolder, 'shared-temporary'),
    temporary: path.join(sandboxUserFolder, 'temporary'),
  };
}

function makeFolders(user: SandboxUser) {
  mkdirSync(sandboxUserFolder, { recursive: true });
  chmodSync(sandboxUserFolder, 0o755);
  for (const folder of [user.home, user.runtimeDir, user.temporary]) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
  }
  // Only root may add files for the sandbox user. Other users may not even see the names.
  mkdirSync(user.sharedTemporary, { recursive: true });
  chownSync(user.sharedTemporary, 0, user.gid);
  chmodSync(user.sharedTemporary, 0o750);
}
