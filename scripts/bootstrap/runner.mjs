/**
 * Step "runner": as root Chromium refuses to run with its sandbox on, so root lets an ordinary user run it, made for
 * that alone. Everybody else runs Electron as themselves.
 */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { say, SetupError } from '../lib/log.mjs';
import { run, tail } from '../lib/run.mjs';
import { readText } from '../lib/stamp.mjs';

const NAME = 'gatehouse-runner';
/** The runner's own place: reachable by it whatever folder the checkout lies in. */
export const runnerPlace = '/var/lib/gatehouse-runner';

/** @typedef {{ name: string, uid: number, gid: number, home: string, runtimeDir: string, handed: string, temporary: string }} Runner */

/** @type {import('../setup/prepare.mjs').Step} */
export const runnerStep = {
  name: 'runner',
  done(context) {
    if (process.getuid?.() !== 0) {
      context.runner = null;
      return true;
    }
    const user = findUser();
    if (user === undefined) return false;
    context.runner = user;
    makePlaces(user);
    return true;
  },
  async run() {
    say(`• as root: making the ordinary user ${NAME}, who runs Electron with its sandbox on`);
    const flags = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      path.join(runnerPlace, 'home'),
    ];
    const result = await run('useradd', [...flags, '--shell', '/usr/sbin/nologin', NAME]);
    if (result.code !== 0 && findUser() === undefined) {
      throw new SetupError(`The user ${NAME} could not be made.`, {
        why: tail(result.output, 3),
        remedy: `make a user ${NAME} by hand, or run this as an ordinary user`,
      });
    }
  },
};

/** @returns {Runner | undefined} */
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
    home: path.join(runnerPlace, 'home'),
    runtimeDir: path.join(runnerPlace, 'run'),
    handed: path.join(runnerPlace, 'handed'),
    temporary: path.join(runnerPlace, 'temporary'),
  };
}

function makePlaces(/** @type {Runner} */ user) {
  mkdirSync(runnerPlace, { recursive: true });
  chmodSync(runnerPlace, 0o755);
  for (const place of [user.home, user.runtimeDir, user.temporary]) {
    mkdirSync(place, { recursive: true });
    chownSync(place, user.uid, user.gid);
    chmodSync(place, 0o700);
  }
  // Names of files handed over are nobody else's affair; the folder itself stays root's.
  mkdirSync(user.handed, { recursive: true });
  chownSync(user.handed, 0, user.gid);
  chmodSync(user.handed, 0o750);
}
