/**
 * As root Gatehouse from a checkout runs as the sandbox user, an ordinary user. A configuration and
 * the files it names that only root can read are staged as private copies. The paths of the copies
 * end in the original's path and their modes equal the original's, so that the program's messages
 * about them stay true. They are removed when the program has ended.
 */
import {
  chownSync,
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { print } from '../scripts/lib/log.ts';
import { readJson } from '../scripts/lib/files.ts';
import { isReadableBy } from './copies.ts';
import type { SandboxUser } from '../scripts/lib/run-folder.ts';

/**
 * @param args the program's arguments
 * @param makeRunFolder makes the folder for the copies
 * @returns the same array if no file had to be staged
 */
export async function stageFiles(
  args: string[],
  sandboxUser: SandboxUser,
  makeRunFolder: () => string,
): Promise<string[]> {
  const found = findConfig(args);
  if (found === undefined) return args;
  const config = path.resolve(found.file);
  // Let the program itself refuse all but a plain file: reading a pipe would wait for ever.
  if (!isFile(config)) return args;
  const named = filesNamedBy(config).filter(({ file }) => isFile(file) && mayName(config, file));
  const readable = await Promise.all(named.map(({ file }) => isReadableBy(sandboxUser, [file])));
  if (readable.every(Boolean) && (await isReadableBy(sandboxUser, [config]))) return args;

  const runFolder = makeRunFolder();
  const copy = copyFor(config, runFolder, sandboxUser);
  const paths = named.map(({ keys, file }, index) => ({
    keys,
    file: readable[index] === true ? file : copyFor(file, runFolder, sandboxUser),
  }));
  pointAt(copy, paths);
  print(
    `gatehouse: as root this runs as the user ${sandboxUser.name}, with private copies of ${config} and of the files that it names`,
  );
  return [...args.slice(0, found.index), found.prefix + copy, ...args.slice(found.index + 1)];
}

/** Where `--config FILE`, `--config=FILE` or `config validate FILE` stands among the arguments. */
function findConfig(args: string[]) {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const [, , file] = own;
  if (own[0] === 'config' && own[1] === 'validate' && file && !file.startsWith('-')) {
    return { index: 2, prefix: '', file };
  }
  for (const [index, argument] of own.entries()) {
    const joined = /^--config=(.+)$/s.exec(argument);
    if (joined?.[1]) return { index, prefix: '--config=', file: joined[1] };
    const next = own[index + 1];
    if (argument === '--config' && next) return { index: index + 1, prefix: '', file: next };
  }
  return undefined;
}

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The keys of files: their paths are relative to the configuration's folder. */
const FILE_KEYS = [
  ['credentials', 'secretKeyFile'],
  ['service', 'caFile'],
  ['brand', 'logo'],
  ['messages'],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A member of a value of any shape; undefined where there is none. */
const memberOf = (value: unknown, key: string): unknown =>
  isObject(value) ? value[key] : undefined;

/** The files that a configuration names, if it can be understood. */
function filesNamedBy(config: string) {
  const json = readJson(config);
  return FILE_KEYS.flatMap((keys) => {
    const named = keys.reduce(memberOf, json);
    if (typeof named !== 'string' || named === '') return [];
    return [{ keys, file: path.resolve(path.dirname(config), named) }];
  });
}

/**
 * Whether a configuration may make root hand over this file: one that others could write would let
 * them name any file of root's.
 */
function mayName(config: string, file: string) {
  const { uid, mode } = lstatSync(config);
  return uid === 0 ? (mode & 0o022) === 0 : lstatSync(file).uid === uid;
}

function copyFor(file: string, runFolder: string, sandboxUser: SandboxUser) {
  const copy = path.join(runFolder, file);
  mkdirSync(path.dirname(copy), { recursive: true });
  for (let folder = path.dirname(copy); folder !== runFolder; folder = path.dirname(folder)) {
    chownSync(folder, 0, sandboxUser.gid);
    chmodSync(folder, 0o750);
  }
  cpSync(file, copy, { verbatimSymlinks: true });
  const { uid, mode } = lstatSync(file);
  if (lstatSync(copy).isSymbolicLink()) return copy;
  // Root's own files become the sandbox user's; one that root shares with a group is shared with
  // the sandbox user's.
  chownSync(copy, uid === 0 && !(mode & 0o040) ? sandboxUser.uid : uid, sandboxUser.gid);
  chmodSync(copy, mode & 0o7777);
  return copy;
}

/** Lets the copied configuration name the files where they are now. */
function pointAt(copy: string, files: readonly { keys: readonly string[]; file: string }[]) {
  if (files.length === 0) return;
  const config = readJson(copy);
  for (const { keys, file } of files) {
    const holder = keys.slice(0, -1).reduce(memberOf, config);
    if (isObject(holder)) holder[keys.at(-1) ?? ''] = file;
  }
  writeFileSync(copy, `${JSON.stringify(config, null, 2)}\n`);
}
