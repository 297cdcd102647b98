import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { METHODS, type Method } from '../../shared/service/methods.ts';
import { parsedJson } from '../files/parsed-json.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { removeQuietly } from '../files/remove-quietly.ts';

/** Values to keep for the next login, if the configuration allows it; no secrets. */
export type LoginPreferences = Readonly<{
  /** The last successful username; empty if unknown. */
  username: () => string;
  methodFor: (username: string) => Method | null;
  /** @param method null keeps the remembered method */
  remember: (username: string, method: Method | null) => void;
}>;

export type PreferencesOptions = Readonly<{
  folder: string;
  /** Methods are kept per service. */
  baseUrl: string;
  rememberUsername: boolean;
  rememberMethod: boolean;
}>;

const schema = z.object({
  username: z.catch(z.string().check(z.maxLength(1024)), ''),
  methods: z.catch(z.record(z.string().check(z.maxLength(64)), z.enum(METHODS)), {}),
});
type Remembered = z.infer<typeof schema>;

const MAX_METHODS = 50;
/** Several times the size of a file with the longest username and `MAX_METHODS` methods. */
const MAX_BYTES = 65_536;

/**
 * Keeps preferences in `preferences.json` of the user-data folder, with hashed usernames as the
 * keys of the methods. A failed read or write never affects the login.
 */
export function createFilePreferences(options: PreferencesOptions): LoginPreferences {
  const file = join(options.folder, 'preferences.json');
  let cache: Remembered | null = null;
  const read = (): Remembered => (cache ??= readPreferences(file));
  const keyOf = (username: string): string =>
    createHash('sha256')
      .update(`${options.baseUrl}\n${username.normalize('NFC').toLowerCase()}`)
      .digest('hex');
  return {
    username: () => (options.rememberUsername ? read().username : ''),
    methodFor: (username) =>
      options.rememberMethod ? (read().methods[keyOf(username)] ?? null) : null,
    remember: (username, method) => {
      const previous = read();
      const key = keyOf(username);
      const others = Object.entries(previous.methods).filter(([other]) => other !== key);
      const lastMethod = method ?? previous.methods[key];
      // The latest entry stands last, so that `slice` drops the oldest.
      const methods = lastMethod ? [...others, [key, lastMethod] as const] : others;
      cache = {
        username: options.rememberUsername ? username : '',
        methods: options.rememberMethod ? Object.fromEntries(methods.slice(-MAX_METHODS)) : {},
      };
      writePreferences(file, cache);
    },
  };
}

/** Starts without preferences if the file cannot be read. */
function readPreferences(file: string): Remembered {
  const bytes = readSmallFile(file, MAX_BYTES);
  const kept = bytes === null ? null : parsedJson(schema, bytes.toString('utf8'));
  return kept ?? { username: '', methods: {} };
}

function writePreferences(file: string, preferences: Remembered): void {
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, JSON.stringify(preferences), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}
