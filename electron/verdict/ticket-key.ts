import { createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../shared/result.ts';
import { parsedJson } from '../files/parsed-json.ts';
import { removeQuietly } from '../files/remove-quietly.ts';
import { writeFault } from '../files/write-fault.ts';
import { UNSEAL_FAULTS, type KeyStore } from '../secrets/key-store.ts';
import { writePrivateFile } from '../secrets/write-private-file.ts';
import { IS_MISSING, readSecretFile } from '../secrets/read-secret-file.ts';

export type TicketKey = Readonly<{
  key: KeyObject;
  /** `private-file`: mode 0600, not encrypted. */
  keptIn: 'key-store' | 'private-file';
  file: string;
  /** Back end of the key store when the key was created. */
  backend: string;
}>;

const schema = z.strictObject({
  version: z.literal(1),
  keptIn: z.enum(['key-store', 'private-file']),
  backend: z.string(),
  /** Base64 of a PKCS #8 PEM, encrypted if in the key store. */
  key: z.string(),
});
type Kept = z.infer<typeof schema>;

/**
 * Reads or creates the key that signs tickets (docs/command-line.md). Encrypts a new key if the key
 * store protects secrets. Never replaces an unreadable key, because clients trust its public half.
 */
// SECURITY: SEC-30 only the owner can read the key; never replace it automatically.
export async function ticketKey(
  folder: string,
  store: KeyStore,
): Promise<Result<TicketKey, string>> {
  const file = fileIn(folder);
  const read = readSecretFile(file);
  if (read.ok) return await open(file, read.value, store);
  if (read.error !== IS_MISSING) return failure(`${file}: ${read.error}`);
  const newKey = await make(store);
  if (!newKey.ok) return newKey;
  const fault = writeOnce(folder, file, newKey.value);
  // A concurrent Gatehouse may have written its key first.
  const kept = readSecretFile(file);
  if (kept.ok) return await open(file, kept.value, store);
  const reason =
    fault !== null && kept.error === IS_MISSING ? `cannot be written ${fault}` : kept.error;
  return failure(`${file}: ${reason}`);
}

/** Whether a key exists, readable or not. */
export const hasTicketKey = (folder: string): boolean => existsSync(fileIn(folder));

/** Creates a key without storing it. */
export const passingTicketKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const fileIn = (folder: string): string => join(folder, 'ticket-key.json');

async function make(store: KeyStore): Promise<Result<Kept, string>> {
  const pem = passingTicketKey().export({ format: 'pem', type: 'pkcs8' }).toString();
  const backend = await store.backend();
  if (!(await store.protects())) {
    return success({
      version: 1,
      keptIn: 'private-file',
      backend,
      key: Buffer.from(pem).toString('base64'),
    });
  }
  const sealed = await store.seal(pem);
  if (!sealed.ok) return sealed;
  return success({
    version: 1,
    keptIn: 'key-store',
    backend,
    key: sealed.value.toString('base64'),
  });
}

async function open(
  file: string,
  bytes: Buffer,
  store: KeyStore,
): Promise<Result<TicketKey, string>> {
  const parsed = parsedJson(schema, bytes.toString('utf8'));
  bytes.fill(0);
  if (!parsed) return failure(`${file}: is not a ticket key`);
  const { keptIn, backend, key } = parsed;
  const content = Buffer.from(key, 'base64');
  const pem =
    keptIn === 'key-store'
      ? await store.unseal(content)
      : success({ text: content.toString('utf8'), isStale: false });
  if (!pem.ok) return failure(`${file}: ${UNSEAL_FAULTS[pem.error]}`);
  try {
    const privateKey = createPrivateKey(pem.value.text);
    // Refuse other types now: they would fail only after the person's approval.
    if (privateKey.asymmetricKeyType === 'ed25519')
      return success({ key: privateKey, keptIn, file, backend });
  } catch {
    // Not a key.
  }
  return failure(`${file}: is not a ticket key`);
}

/**
 * Writes the key unless the file exists.
 *
 * @returns the fault of the file system, or null
 */
function writeOnce(folder: string, file: string, kept: Kept): string | null {
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writePrivateFile(temporary, JSON.stringify(kept));
    // Linking fails if the name exists, so the key of the first process stays.
    linkSync(temporary, file);
    return null;
  } catch (error) {
    return writeFault(error);
  } finally {
    removeQuietly(temporary);
  }
}
