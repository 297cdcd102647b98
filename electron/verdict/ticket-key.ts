import { createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { failure, success, type Result } from '../../shared/result.ts';
import { UNSEAL_FAULTS, type KeyStore } from '../secrets/key-store.ts';
import { writePrivateFile } from '../secrets/write-private-file.ts';
import { IS_MISSING, readSecretFile } from '../secrets/read-secret-file.ts';

/** The ticket's key, and where it is kept. */
export type TicketKey = Readonly<{
  key: KeyObject;
  /** `key-store`: sealed by the operating system's store; `private-file`: in a file of mode 0600. */
  keptIn: 'key-store' | 'private-file';
  file: string;
  /** The key store's back end when it was made. */
  backend: string;
}>;

const schema = z.strictObject({
  version: z.literal(1),
  keptIn: z.enum(['key-store', 'private-file']),
  backend: z.string(),
  /** Base64: a sealed or plain PKCS #8 PEM. */
  key: z.string(),
});
type Kept = z.infer<typeof schema>;

/**
 * Reads the key pair that signs tickets, or makes it at first use: in the key store, or on a machine without one that
 * protects, in a private file (docs/command-line.md). An unreadable key is never replaced automatically: clients that
 * trust its public half would be left behind.
 *
 * @param folder the user-data folder
 * @returns the reason where the key is there but cannot be used
 */
// SECURITY: SEC-30 the key of the tickets is its owner's alone, and stays the one that clients trust.
export async function ticketKey(folder: string, store: KeyStore): Promise<Result<TicketKey, string>> {
  const file = fileIn(folder);
  const read = readSecretFile(file);
  if (read.ok) return await open(file, read.value, store);
  if (read.error !== IS_MISSING) return failure(`${file}: ${read.error}`);
  const made = await make(store);
  if (!made.ok) return made;
  writeOnce(folder, file, made.value);
  // Ours, or that of another Gatehouse which made it at the same time.
  const kept = readSecretFile(file);
  return kept.ok ? await open(file, kept.value, store) : failure(`${file}: ${kept.error}`);
}

/** Whether there is one, readable or not. */
export const hasTicketKey = (folder: string): boolean => existsSync(fileIn(folder));

/** A key for one ticket, kept nowhere. */
export const passingTicketKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const fileIn = (folder: string): string => join(folder, 'ticket-key.json');

async function make(store: KeyStore): Promise<Result<Kept, string>> {
  const pem = passingTicketKey().export({ format: 'pem', type: 'pkcs8' }).toString();
  const backend = await store.backend();
  if (!(await store.protects())) {
    return success({ version: 1, keptIn: 'private-file', backend, key: Buffer.from(pem).toString('base64') });
  }
  const sealed = await store.seal(pem);
  if (!sealed.ok) return sealed;
  return success({ version: 1, keptIn: 'key-store', backend, key: sealed.value.toString('base64') });
}

async function open(file: string, bytes: Buffer, store: KeyStore): Promise<Result<TicketKey, string>> {
  const parsed = parse(bytes);
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
    const made = createPrivateKey(pem.value.text);
    // Any other would sign no ticket, which shows when the person has approved.
    if (made.asymmetricKeyType === 'ed25519') return success({ key: made, keptIn, file, backend });
  } catch {
    // No key at all.
  }
  return failure(`${file}: is not a ticket key`);
}

function parse(bytes: Buffer): Kept | null {
  try {
    const parsed = schema.safeParse(JSON.parse(bytes.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Writes the file whole, unless it exists by now or the folder is not writable. */
function writeOnce(folder: string, file: string, kept: Kept): void {
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writePrivateFile(temporary, JSON.stringify(kept));
    // A link fails where the name exists: the first of several wins.
    linkSync(temporary, file);
  } catch {
    // The next read reports the fault.
  } finally {
    rmSync(temporary, { force: true });
  }
}
