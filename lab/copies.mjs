/**
 * Copies of files for the sandbox user, an ordinary user that runs Electron for root. They are necessary if that user
 * cannot read the originals: a clone may be below a folder that only root can enter. The copies are in
 * `sandboxUserPlace`, belong to root, and are replaced when the original changes.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { longStep } from '../scripts/lib/log.mjs';
import { inRoot, root } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';
import { filesBelow, hashOfFiles, hashOfTexts, readText } from '../scripts/lib/stamp.mjs';
import { sandboxUserPlace } from './sandbox-user.mjs';

const NOTE = 'copy-of';

/** Whether the sandbox user can read all that lies at or below these paths. */
export async function isReadableBy(
  /** @type {import('./sandbox-user.mjs').SandboxUser} */ sandboxUser,
  /** @type {string[]} */ paths,
) {
  const identity = [`--reuid=${sandboxUser.uid}`, `--regid=${sandboxUser.gid}`, '--init-groups'];
  const look = ['find', ...paths, ...'( ! -readable -o -type d ! -executable ) -print -quit'.split(' ')];
  const result = await run('setpriv', [...identity, ...look], { cwd: '/' });
  return result.code === 0 && result.output === '';
}

/** A copy's folder. Its name and a note beside it identify the original. */
const placeOf = (/** @type {string} */ kind, /** @type {string} */ original) =>
  path.join(sandboxUserPlace, 'copies', `${kind}-${hashOfTexts(original).slice(0, 12)}`);

/** The copy of Electron. Its files are compared by name, size and time: they are large, and never edited. */
export const copyOfRuntime = {
  find: (/** @type {{ dist: string }} */ electron) => current('electron', electron.dist, look(electron.dist)),
  make: (/** @type {{ dist: string }} */ electron) =>
    copyOfRuntime.find(electron) ??
    longStep(
      `as root: copying Electron to where the ordinary user can reach it (${sandboxUserPlace})`,
      async () => copy('electron', electron.dist, [electron.dist], look(electron.dist)),
    ),
};

/** The built product. Compared by content. */
export const copyOfApp = {
  find: () => current('app', root, appHash()),
  make: () => copyOfApp.find() ?? copy('app', root, [inRoot('dist'), inRoot('package.json')], appHash()),
};

const appHash = () => hashOfFiles([inRoot('dist'), inRoot('package.json')]);

function look(/** @type {string} */ folder) {
  return hashOfTexts(
    ...filesBelow(folder).map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${Math.trunc(mtimeMs)}`;
    }),
  );
}

function current(/** @type {string} */ kind, /** @type {string} */ original, /** @type {string} */ hash) {
  const place = placeOf(kind, original);
  return readText(path.join(place, NOTE)) === noteText(original, hash)
    ? path.join(place, 'files')
    : undefined;
}

const noteText = (/** @type {string} */ original, /** @type {string} */ hash) => `${original}\n${hash}\n`;

/** Copies to a draft folder, then replaces the old copy with the draft. */
function copy(
  /** @type {string} */ kind,
  /** @type {string} */ original,
  /** @type {string[]} */ paths,
  /** @type {string} */ hash,
) {
  const place = placeOf(kind, original);
  const draft = `${place}.draft`;
  const old = `${place}.old`;
  for (const left of [draft, old]) rmSync(left, { recursive: true, force: true });
  mkdirSync(path.join(draft, 'files'), { recursive: true });
  for (const from of paths) {
    const to = path.join(draft, 'files', path.relative(original, from));
    if (existsSync(from))
      cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
  writeFileSync(path.join(draft, NOTE), noteText(original, hash));
  letAllRead(draft);
  chmodSync(path.dirname(place), 0o755);
  if (existsSync(place)) renameSync(place, old);
  renameSync(draft, place);
  rmSync(old, { recursive: true, force: true });
}

/** Lets every user read a tree and enter its folders; its owner alone may change it. */
export const letAllRead = (/** @type {string} */ tree) => execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree]);

/** Removes copies of deleted checkouts: each holds a whole Electron. */
export function sweepCopies() {
  const copies = path.join(sandboxUserPlace, 'copies');
  if (!existsSync(copies)) return;
  for (const name of readdirSync(copies)) {
    if (name.endsWith('.draft') || name.endsWith('.old')) continue;
    const original = readText(path.join(copies, name, NOTE))?.split('\n')[0];
    if (original === undefined || !existsSync(original))
      rmSync(path.join(copies, name), { recursive: true, force: true });
  }
}
