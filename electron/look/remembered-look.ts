import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, lutimesSync, mkdirSync, renameSync, writeFileSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import { namesIn } from '../files/names-in.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { removeQuietly } from '../files/remove-quietly.ts';
import { lookIn, type Look } from './look.ts';

/** A folder of the data folder, beside the preferences. */
const FOLDER = 'looks';
/**
 * Limits the number of files, so that a caller who always names another configuration does not fill
 * the disk.
 */
const MOST_LOOKS = 8;
/** Room for the largest logo as a `data:` URL. */
const MOST_BYTES = 524_288;
const ENDING = '.json';
/**
 * Matches the file of a look, and what an interrupted write of one has left. Nothing else in the
 * folder is ours.
 */
const OWN_NAME = /^[0-9a-f]{64}\.json(\.[0-9a-f-]{36})?$/;

/** The options that decide, with the configuration, whether a login begins. */
export type LookStart = Pick<
  Arguments,
  | 'command'
  | 'config'
  | 'user'
  | 'userEmail'
  | 'userPhone'
  | 'userIp'
  | 'method'
  | 'passcodeStdin'
  | 'json'
  | 'result'
>;

/** Where the look of one configuration is remembered. */
export class RememberedLook {
  readonly #folder: string;
  /** The kind of this start, as a hash (`keyOf`). */
  readonly #key: string;
  /** The content of the file as this object last read or wrote it; null if there was none. */
  #text: string | null = null;

  /** @param dataFolder the folder of this program's own data */
  constructor(dataFolder: string, start: LookStart) {
    this.#folder = join(dataFolder, FOLDER);
    this.#key = keyOf(start);
  }

  /**
   * Reads the look with which the last start of this kind reached a login. Returns null if there is
   * none, or if the file is not a plain file, is too large, belongs to another kind of start, or
   * holds no valid look.
   */
  read(): Look | null {
    this.#text = readSmallFile(this.#file(), MOST_BYTES)?.toString('utf8') ?? null;
    try {
      const { key, look } = JSON.parse(this.#text ?? '') as Readonly<Record<string, unknown>>;
      return key === this.#key ? lookIn(look) : null;
    } catch {
      return null;
    }
  }

  /**
   * Remembers a look for the next start. A failed write never affects the login.
   *
   * @param look null forgets the remembered look
   */
  write(look: Look | null): void {
    if (look === null) {
      removeQuietly(this.#file());
      return;
    }
    const text = JSON.stringify({ key: this.#key, look });
    if (text === this.#text) {
      this.#markUsed();
      return;
    }
    const temporary = `${this.#file()}.${randomUUID()}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOwnFolder(this.#folder)) return;
      this.#makeRoom();
      writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.#file());
      this.#text = text;
    } catch {
      removeQuietly(temporary);
    }
  }

  /**
   * Sets the file's time to that of this use, so that `#makeRoom` keeps a look in use that never
   * changes.
   */
  #markUsed(): void {
    try {
      if (!isOwnFolder(this.#folder)) return;
      const now = new Date();
      lutimesSync(this.#file(), now, now);
    } catch {
      // For example, another start has forgotten the look.
    }
  }

  /**
   * Makes room for this look: keeps the newest of the other files and removes the rest. What an
   * interrupted write has left counts as such a file. Other files in the folder are left alone.
   */
  #makeRoom(): void {
    const others = namesIn(this.#folder)
      .filter((name) => OWN_NAME.test(name) && name !== `${this.#key}${ENDING}`)
      .map((name) => join(this.#folder, name))
      .map((file) => ({ file, stats: statsOf(file) }))
      .filter(({ stats }) => stats?.isFile() === true)
      .sort((one, other) => (other.stats?.mtimeMs ?? 0) - (one.stats?.mtimeMs ?? 0));
    for (const { file } of others.slice(MOST_LOOKS - 1)) removeQuietly(file);
  }

  #file(): string {
    return join(this.#folder, `${this.#key}${ENDING}`);
  }
}

/**
 * Whether this is a folder of this user, and no link to one. On Windows there are no user numbers
 * to compare.
 */
function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}

/** The facts of the file itself, not of what a link leads to. Null if they cannot be read. */
function statsOf(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch {
    return null;
  }
}

/**
 * Hashes the configuration's path, the command and which options are given. No user's name or
 * address is in the hash.
 */
function keyOf(start: LookStart): string {
  const { command, config, json, passcodeStdin, result } = start;
  const configPath = config === null ? null : resolve(config);
  const { user, userEmail, userPhone, userIp, method } = start;
  const areGiven = [user, userEmail, userPhone, userIp, method].map((value) => value !== null);
  const kind = [configPath, command, json, passcodeStdin, result.kind, ...areGiven];
  return createHash('sha256').update(JSON.stringify(kind)).digest('hex');
}
