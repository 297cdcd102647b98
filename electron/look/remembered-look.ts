import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, lutimesSync, mkdirSync, renameSync, writeFileSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import { namesIn } from '../files/names-in.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { removeQuietly } from '../files/remove-quietly.ts';
import { lookIn, type Look } from './look.ts';

/** Of the data folder, beside the preferences. */
const FOLDER = 'looks';
/** Of this number: a caller with ever other configurations does not fill the disk. */
const MOST_LOOKS = 8;
/** Room for the largest logo as a `data:` URL. */
const MOST_BYTES = 524_288;
const ENDING = '.json';
/** Of a look, or of one whose write was interrupted. Nothing else in the folder is ours. */
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
  /** Of the configuration's file and the kinds of options given; no value of an option. */
  readonly #key: string;
  #text: string | null = null;

  /** @param dataFolder of this program's own data */
  constructor(dataFolder: string, start: LookStart) {
    this.#folder = join(dataFolder, FOLDER);
    this.#key = keyOf(start);
  }

  /**
   * The look with which the last start of this kind reached a login. Null without one, and for a file that is not plain,
   * too large, of another configuration, or holds no look.
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
   * @param look null forgets
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

  /** The file's time is that of the last use: a look that is never changed stays. */
  #markUsed(): void {
    try {
      if (!isOwnFolder(this.#folder)) return;
      const now = new Date();
      lutimesSync(this.#file(), now, now);
    } catch {
      // For example, another start has forgotten it.
    }
  }

  /** Removes the oldest, and files that an interrupted write has left. Files that are no looks are left alone. */
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

/** A folder, no link to one, of this user. Windows knows no user numbers. */
function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}

/** Of the file itself, not of what a link leads to. Null if it cannot be read. */
function statsOf(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch {
    return null;
  }
}

function keyOf(start: LookStart): string {
  const { command, config, json, passcodeStdin, result } = start;
  const { user, userEmail, userPhone, userIp, method } = start;
  const given = [user, userEmail, userPhone, userIp, method].map((value) => value !== null);
  const kind = [config === null ? null : resolve(config), command, json, passcodeStdin];
  return createHash('sha256')
    .update(JSON.stringify([...kind, result.kind, ...given]))
    .digest('hex');
}
