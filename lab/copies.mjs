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
import { filesBelow, hashOfTexts, readText } from '../scripts/lib/stamp.mjs';
import { runAs, sandboxUserPlace } from './sandbox-user.mjs';

/** @typedef {import('./sandbox-user.mjs').SandboxUser} SandboxUser */

const NOTE = 'copy-of';

/** Whether the sandbox user can read all that lies at or below these paths. */
export async function isReadableBy(
  /** @type {SandboxUser} */ sandboxUser,
  /** @type {string[]} */ paths,
) {
  const look = [
    ...paths,
    ...['(', '!', '-readable', '-o', '-type', 'd', '!', '-executable', ')', '-print', '-quit'],
  ];
  const [command = '', ...args] = [...runAs(sandboxUser), 'find', ...look];
  const result = await run(command, args, { cwd: '/' });
  return result.code === 0 && result.output === '';
}

/**
 * Files at or below `original` for the sandbox user: themselves where it can read them (or there is no such user),
 * otherwise the copy, which is made anew when the name, size or time of a file has changed.
 * @param {string} original
 * @param {string[]} paths
 * @param {string} kind
 * @param {string} [title] of a step that takes long
 */
function reachable(original, paths, kind, title) {
  const place = path.join(
    sandboxUserPlace,
    'copies',
    `${kind}-${hashOfTexts(original).slice(0, 12)}`,
  );
  const note = () => {
    const files = paths.flatMap(filesBelow).map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${Math.trunc(mtimeMs)}`;
    });
    return `${original}\n${hashOfTexts(...files)}\n`;
  };
  /** Undefined where a copy is needed and not there. */
  const find = async (/** @type {SandboxUser | null} */ sandboxUser) => {
    if (sandboxUser === null || (await isReadableBy(sandboxUser, paths))) return original;
    return readText(path.join(place, NOTE)) === note() ? path.join(place, 'files') : undefined;
  };
  const copy = async () => {
    const draft = `${place}.draft`;
    rmSync(draft, { recursive: true, force: true });
    for (const from of paths) {
      const to = path.join(draft, 'files', path.relative(original, from));
      cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    }
    writeFileSync(path.join(draft, NOTE), note());
    letAllRead(draft);
    chmodSync(path.dirname(place), 0o755);
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
  };
  const make = async (/** @type {SandboxUser | null} */ sandboxUser) => {
    if ((await find(sandboxUser)) === undefined)
      await (title === undefined ? copy() : longStep(title, copy));
  };
  return { find, make };
}

const COPYING = `as root: copying Electron to where the ordinary user can reach it (${sandboxUserPlace})`;
/** An Electron. */
export const reachableRuntime = (/** @type {{ dist: string }} */ { dist }) =>
  reachable(dist, [dist], 'electron', COPYING);

/** The built product. */
export const reachableApp = reachable(root, [inRoot('dist'), inRoot('package.json')], 'app');

/** Lets every user read a tree and enter its folders; its owner alone may change it. */
export const letAllRead = (/** @type {string} */ tree) =>
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree]);

/** Removes copies of deleted checkouts: each holds a whole Electron. */
export function sweepCopies() {
  const copies = path.join(sandboxUserPlace, 'copies');
  if (!existsSync(copies)) return;
  for (const name of readdirSync(copies)) {
    if (name.endsWith('.draft')) continue;
    const original = readText(path.join(copies, name, NOTE))?.split('\n')[0];
    if (original === undefined || !existsSync(original))
      rmSync(path.join(copies, name), { recursive: true, force: true });
  }
}
