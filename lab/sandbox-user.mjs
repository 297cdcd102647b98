/**
 * Step "sandbox user": makes an ordinary user that runs Electron for root. Chromium refuses to run as root with its
 * sandbox on. Any other user runs Electron directly.
 */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { say, SetupError } from '../scripts/lib/log.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { readText } from '../scripts/lib/stamp.mjs';

const NAME = 'gatehouse-runner';
/** Folder that the sandbox user can reach, even if the checkout is in a private folder. */
export const sandboxUserPlace = '/var/lib/gatehouse-runner';

/** @typedef {{ name: string, uid: number, gid: number, home: string, runtimeDir: string, staged: string, temporary: string }} SandboxUser */

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const sandboxUserStep = {
  name: 'sandbox user',
  done(context) {
    if (process.getuid?.() !== 0) {
      context.sandboxUser = null;
      return true;
    }
    const user = findUser();
    if (user === undefined) return false;
    context.sandboxUser = user;
    makePlaces(user);
    return true;
  },
  async run() {
    say(`• as root: making the ordinary user ${NAME}, which runs Electron with its sandbox on`);
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    const result = await run('useradd', [
      ...flags,
      '--home-dir',
      path.join(sandboxUserPlace, 'home'),
      NAME,
    ]);
    if (result.code !== 0 && findUser() === undefined) {
      throw new SetupError(`The user ${NAME} could not be made.`, {
        why: tail(result.output, 3),
        remedy: `make a user ${NAME} by hand, or run this as an ordinary user`,
      });
    }
  },
};

/** The words before a command that this user runs; none where there is no such user. */
export const runAs = (/** @type {Pick<SandboxUser, 'uid' | 'gid'> | null} */ user) =>
  user === null
    ? []
    : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups', '--inh-caps=-all'];

/** @returns {SandboxUser | undefined} */
function findUser() {
  const line = readText('/etc/passwd')
    ?.split('\n')
    .find((entry) => entry.startsWith(`${NAME}:`));
  if (line === undefined) return undefined;
  const [, , uid, gid] = line.split(':');
  return {
    name: NAME,
    uid: Number(uid),
    gid: Number(gid),
    home: path.join(sandboxUserPlace, 'home'),
    runtimeDir: path.join(sandboxUserPlace, 'run'),
    staged: path.join(sandboxUserPlace, 'handed'),
    temporary: path.join(sandboxUserPlace, 'temporary'),
  };
}

function makePlaces(/** @type {SandboxUser} */ user) {
  mkdirSync(sandboxUserPlace, { recursive: true });
  chmodSync(sandboxUserPlace, 0o755);
  for (const place of [user.home, user.runtimeDir, user.temporary]) {
    mkdirSync(place, { recursive: true });
    chownSync(place, user.uid, user.gid);
    chmodSync(place, 0o700);
  }
  // Only root may add files for the sandbox user. Other users may not even see the names.
  mkdirSync(user.staged, { recursive: true });
  chownSync(user.staged, 0, user.gid);
  chmodSync(user.staged, 0o750);
}
