/**
 * Copies of files for the sandbox user, an ordinary user that runs Electron for root. They are
 * necessary if that user cannot read the originals: a clone may be below a folder that only root
 * can enter. The copies are in `sandboxUserFolder`, belong to root, and are replaced when the
 * original changes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { longStep } from '../scripts/lib/log.ts';
import { inRoot, root } from '../scripts/lib/paths.ts';
import { run } from '../scripts/lib/run.ts';
import { filesBelow, readText, replaceWhole } from '../scripts/lib/files.ts';
import { runAs, sandboxUserFolder } from './sandbox-user.ts';
import type { SandboxUser } from '../scripts/lib/run-folder.ts';

const NOTE = 'copy-of';

/** Whether the sandbox user can read all that lies at or below these paths. */
export async function isReadableBy(sandboxUser: SandboxUser, paths: string[]) {
  const look = [
    ...paths,
    '(',
    '!',
    '-readable',
    '-o',
    '-type',
    'd',
    '!',
    '-executable',
    ')',
    '-print',
    '-quit',
  ];
  const [command = '', ...args] = [...runAs(sandboxUser), 'find', '-H', ...look];
  const result = await run(command, args, { cwd: '/' });
  return result.code === 0 && result.output === '';
}

/**
 * Files at or below `original` for the sandbox user: themselves where it can read them (or there is
 * no such user), otherwise a copy, which is replaced in one step when the name, size or time of a
 * file has changed.
 *
 * @param title of a step that takes long
 */
function reachable(original: string, paths: string[], kind: string, title?: string) {
  const copyFolder = path.join(
    sandboxUserFolder,
    'copies',
    `${kind}-${hashOf(original).slice(0, 12)}`,
  );
  const current = path.join(copyFolder, 'current');
  const note = () => {
    const files = paths.flatMap(filesBelow).map((file) => {
      const { size, mtimeMs } = statSync(file);
      return `${file} ${size} ${Math.trunc(mtimeMs)}`;
    });
    return `${original}\n${hashOf(files.join('\n'))}\n`;
  };

  /** Undefined where a copy is needed and not there. */
  const find = async (sandboxUser: SandboxUser | null) => {
    if (sandboxUser === null || (await isReadableBy(sandboxUser, paths))) return original;
    const isCurrent = readText(path.join(copyFolder, NOTE)) === note() && existsSync(current);
    return isCurrent ? path.join(current, 'files') : undefined;
  };

  const copy = async () => {
    const ofNow = note();
    await replaceWhole(current, path.join(copyFolder, 'versions'), (folder) => {
      for (const from of paths) {
        const to = path.join(folder, 'files', path.relative(original, from));
        const how = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
        cpSync(realpathSync(from), to, how);
      }
      letAllRead(folder);
    });
    writeFileSync(path.join(copyFolder, NOTE), ofNow);
    for (const folder of [path.dirname(copyFolder), copyFolder, path.join(copyFolder, 'versions')])
      chmodSync(folder, 0o755);
  };

  /** The files, copied first where that is needed. */
  const make = async (sandboxUser: SandboxUser | null): Promise<string> => {
    const found = await find(sandboxUser);
    if (found !== undefined) return found;
    await (title === undefined ? copy() : longStep(title, copy));
    return path.join(current, 'files');
  };
  return { find, make };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const COPYING = `as root: copying Electron to where the ordinary user can reach it (${sandboxUserFolder})`;
/** An Electron. */
export const reachableRuntime = ({ dist }: { dist: string }) =>
  reachable(dist, [dist], 'electron', COPYING);

/** The built product. */
export const reachableApp = reachable(root, [inRoot('dist'), inRoot('package.json')], 'app');

/** Lets every user read a tree and enter its folders; its owner alone may change it. */
export const letAllRead = (tree: string) => execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree]);

/** Removes copies of deleted checkouts: each holds a whole Electron. */
export function sweepCopies() {
  const copies = path.join(sandboxUserFolder, 'copies');
  if (!existsSync(copies)) return;
  for (const name of readdirSync(copies)) {
    const original = readText(path.join(copies, name, NOTE))?.split('\n')[0];
    if (original === undefined || !existsSync(original))
      rmSync(path.join(copies, name), { recursive: true, force: true });
  }
}
