import type { Config } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { readSecretFile } from '../secrets/read-secret-file.ts';
import type { CredentialStore } from '../secrets/stored-credentials.ts';
import { readSecretKey, type SecretKey } from '../secrets/secret-key-text.ts';

/**
 * Why a credential is missing: neither the configuration nor the key store has it, or its file is
 * not usable. This is found without opening the key store.
 */
export type MissingCredential = Readonly<{
  reason: 'secret' | 'system-token' | 'key-store';
  /** Dotted path of the configuration key. */
  key: string;
  /** Path of the file at fault; else empty. */
  file: string;
  message: string;
}>;

/**
 * Reads the secret key from the configured file. Fails if a credential is missing.
 *
 * @param store asked only if the configuration lacks a credential
 * @returns the key; null if no file is configured
 */
export function secretKeyFromFile(
  { service, credentials }: Pick<Config, 'service' | 'credentials'>,
  store: Pick<CredentialStore, 'isSupported' | 'isThere'>,
): Result<SecretKey | null, MissingCredential> {
  const { secretKeyFile, signer } = credentials;
  let secret: SecretKey | null = null;
  if (secretKeyFile !== null) {
    const read = readKey(secretKeyFile);
    if (!read.ok) {
      const key = 'credentials.secretKeyFile';
      return failure({ reason: 'secret', key, file: secretKeyFile, message: read.error });
    }
    secret = read.value;
  }
  const canSign = secret !== null || signer !== null;
  const hasBoth = canSign && service.systemToken !== null;
  if (hasBoth) return success(secret);
  const isStored = store.isThere();
  if (isStored && store.isSupported) return success(secret);
  secret?.bytes.fill(0);
  const missing = canSign ? MISSING.systemToken : MISSING.secret;
  if (isStored) return failure({ ...missing, reason: 'key-store', message: SEALED });
  const remedy = store.isSupported ? `${missing.message}, ${OR_IMPORT}` : missing.message;
  return failure({ ...missing, message: remedy });
}

function readKey(file: string): Result<SecretKey, string> {
  const read = readSecretFile(file);
  if (!read.ok) return read;
  const key = readSecretKey(read.value);
  if (!key.ok) read.value.fill(0);
  return key;
}

const OR_IMPORT = 'or import one with "gatehouse keys import"';
/**
 * Credentials are stored, but this program cannot open them: `key-store-unavailable`, found before
 * a login.
 */
const SEALED =
  'key-store-unavailable: the imported one is in a key store, which is not there without Chromium; set this key, or start where there is a display';
const MISSING = {
  secret: {
    reason: 'secret',
    key: 'credentials.secretKeyFile',
    file: '',
    message: 'is required: the file that holds the secret key; or set credentials.signer',
  },
  systemToken: {
    reason: 'system-token',
    key: 'service.systemToken',
    file: '',
    message: 'is required: the token of the application',
  },
} as const;
