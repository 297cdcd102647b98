import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { parsedJson } from '../files/parsed-json.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { removeQuietly } from '../files/remove-quietly.ts';
import {
  isProtecting,
  keyStoreState,
  type KeyStoreOpening,
  type KeyStoreState,
} from './key-store-policy.ts';
import type { KeyStore } from './key-store.ts';
import { MAX_SECRET_BYTES, readSecretFile } from './read-secret-file.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import { writeFault } from '../files/write-fault.ts';
import { writePrivateFile } from './write-private-file.ts';

/** Same limit as in the configuration. */
export const MAX_TOKEN_LENGTH = 500;
/** Room for both values, twice in base64, and for additions of the key store. */
const MAX_FILE_BYTES = 32_768;
const FILE_NAME = 'credentials.json';

/** At least one of the values is not null. The caller wipes the secret. */
export type StoredCredentials = Readonly<{ secret: Buffer | null; systemToken: string | null }>;

/**
 * `backend` is the back end of this session; `recorded` is the one that the file names, null if
 * unknown.
 */
export type StoreReading = Readonly<{ backend: string; recorded: string | null }> &
  (
    | Readonly<{ state: 'ready'; credentials: StoredCredentials }>
    | Readonly<{ state: Exclude<KeyStoreState, 'ready'> }>
  );

/** Credentials in a file that the key store encrypts. */
export type CredentialStore = Readonly<{
  file: string;
  /** See `KeyStore`. */
  isSupported: boolean;
  /** Does not open the key store. */
  isThere: () => boolean;
  /** Never deletes the file, even a broken one. */
  read: () => Promise<StoreReading>;
  /** Replaces the file. Returns the name of the back end. */
  write: (credentials: StoredCredentials) => Promise<Result<string, string>>;
  /** @returns whether the file existed, or the reason of the failure */
  forget: () => Result<boolean, string>;
}>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  backend: z.string(),
  sealed: z.string(),
});
/** The schema also detects a wrong key. */
const contentSchema = z.strictObject({
  secret: z.nullable(z.string()),
  systemToken: z.nullable(z.string()),
});

export const isStored = (folder: string): boolean => existsSync(join(folder, FILE_NAME));

export type CredentialStoreOptions = Readonly<{
  folder: string;
  keyStore: KeyStore;
  /** Includes time for the person to unlock the key store. */
  limitMs: number;
}>;

type Opened = Readonly<{
  opening: KeyStoreOpening;
  /** Null if the key store did not open the file, or opened other content. */
  credentials: StoredCredentials | null;
  /** Whether the key store asks to encrypt the content again. */
  isStale: boolean;
}>;

const unopened = (opening: KeyStoreOpening): Opened => ({
  opening,
  credentials: null,
  isStale: false,
});

export function credentialStore({
  folder,
  keyStore,
  limitMs,
}: CredentialStoreOptions): CredentialStore {
  const file = join(folder, FILE_NAME);
  /** Null if the key store does not answer in time. */
  const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
    withTimeout(nodeTimers, limitMs, answer, null);

  async function read(): Promise<StoreReading> {
    const text = readSecretFile(file, MAX_FILE_BYTES);
    const backend = (await inTime(keyStore.backend())) ?? 'unknown';
    if (!text.ok && !existsSync(file)) return { backend, recorded: null, state: 'absent' };
    const stored = text.ok ? parsedJson(fileSchema, text.value.toString('utf8')) : null;
    // Report an unreadable file as broken, not as absent.
    if (stored === null) return { backend, recorded: null, state: 'key-store-unreadable' };
    const { backend: recorded } = stored;
    const { opening, credentials, isStale } = await opened(stored.sealed, backend);
    const state = keyStoreState({ backend, recorded, opening });
    if (state !== 'ready') return { backend, recorded, state };
    if (credentials === null) return { backend, recorded, state: 'key-store-unreadable' };
    // Encrypt again with the new key or back end. On failure the old file stays valid.
    if (opening === 'opened' && (isStale || backend !== recorded)) await write(credentials);
    return { backend, recorded, state, credentials };
  }

  async function opened(sealed: string, backend: string): Promise<Opened> {
    if (!isProtecting(backend)) return unopened('not-tried');
    const answer = await inTime(keyStore.unseal(Buffer.from(sealed, 'base64')));
    if (answer === null) return unopened('silent');
    if (!answer.ok) return unopened(answer.error);
    const { text, isStale } = answer.value;
    return { opening: 'opened', credentials: contentOf(text), isStale };
  }

  async function write(credentials: StoredCredentials): Promise<Result<string, string>> {
    const backend = (await inTime(keyStore.backend())) ?? 'unknown';
    if (!isProtecting(backend)) return failure(refusalOf(backend));
    const sealed = await inTime(keyStore.seal(textOf(credentials)));
    if (sealed === null) return failure('the key store does not answer');
    if (!sealed.ok) return sealed;
    const temporary = `${file}.${randomUUID()}`;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const content = { version: 1, backend, sealed: sealed.value.toString('base64') };
      writePrivateFile(temporary, JSON.stringify(content));
      // SECURITY: SEC-51 verify the new file from disk before it replaces the old one.
      const written = readSmallFile(temporary, MAX_FILE_BYTES);
      const kept = written && parsedJson(fileSchema, written.toString('utf8'));
      const reopened = kept && (await inTime(keyStore.unseal(Buffer.from(kept.sealed, 'base64'))));
      const readBack = reopened?.ok === true ? contentOf(reopened.value.text) : null;
      if (readBack === null || !isSame(readBack, credentials)) {
        return failure('the key store returned other data than it was given; no change was made');
      }
      renameSync(temporary, file);
      syncFolder(dirname(file));
      return success(backend);
    } catch (error) {
      return failure(`${file}: cannot be written ${writeFault(error)}`);
    } finally {
      removeQuietly(temporary);
    }
  }

  return {
    file,
    isSupported: keyStore.isSupported,
    isThere: () => isStored(folder),
    read,
    write,
    forget: () => {
      if (!existsSync(file)) return success(false);
      try {
        rmSync(file);
        return success(true);
      } catch (error) {
        return failure(`${file}: cannot be removed (${codeOf(error)})`);
      }
    },
  };
}

/**
 * Identifies a secret: 16 hexadecimal digits of an HMAC-SHA-256 over a text that the service never
 * signs (docs/command-line.md).
 */
export function fingerprintOf(secret: Buffer): string {
  const digest = createHmac('sha256', secret).update('gatehouse key fingerprint').digest('hex');
  return digest.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');
}

function refusalOf(backend: string): string {
  const what =
    backend === 'basic_text'
      ? 'the key store of this session is "basic_text", which encrypts with a key that everybody has'
      : 'this session has no key store that protects';
  return `${what}; log in to a desktop with a keyring (GNOME Keyring, KWallet), or use credentials.secretKeyFile`;
}

function textOf({ secret, systemToken }: StoredCredentials): string {
  return JSON.stringify({ secret: secret?.toString('base64') ?? null, systemToken });
}

/**
 * The credentials in a text that the key store decrypted; null if it holds others than `textOf`
 * writes.
 */
function contentOf(text: string): StoredCredentials | null {
  const content = parsedJson(contentSchema, text);
  if (content === null) return null;
  const { secret, systemToken } = content;
  const bytes = secret === null ? null : Buffer.from(secret, 'base64');
  const isSecretUsable = bytes === null || (bytes.length > 0 && bytes.length <= MAX_SECRET_BYTES);
  const isTokenUsable =
    systemToken === null || (systemToken !== '' && systemToken.length <= MAX_TOKEN_LENGTH);
  const isAnySet = bytes !== null || systemToken !== null;
  return isSecretUsable && isTokenUsable && isAnySet ? { secret: bytes, systemToken } : null;
}

function isSame(one: StoredCredentials, other: StoredCredentials): boolean {
  const [left, right] = [Buffer.from(textOf(one)), Buffer.from(textOf(other))];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Flushes a folder, so that a rename in it survives a crash. Does nothing where a folder cannot be
 * opened.
 */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Ignore the error: the file's content is flushed already.
  }
}
