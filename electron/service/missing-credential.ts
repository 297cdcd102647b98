import type { Config } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { readSecretFile } from '../secrets/read-secret-file.ts';
import { readSecretKey, type SecretKey } from '../secrets/secret-key-text.ts';

/**
 * Why a credential is missing: neither the configuration nor the key store has it, or its file is not usable. This is
 * found without opening the key store.
 */
export type MissingCredential = Readonly<{
  reason: 'secret' | 'system-token';
  /** Dotted path of the configuration key. */
  key: string;
  /** Path of the file at fault; else empty. */
  file: string;
  message: string;
}>;

/**
 * Reads the secret key from the configured file. Fails if a credential is missing.
 *
 * @param isStored whether the key store has credentials; called only if the configuration lacks one
 * @returns the key; null if no file is configured
 */
export function secretKeyFromFile(
  { service, credentials }: Pick<Config, 'service' | 'credentials'>,
  isStored: () => boolean,
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
  if (hasBoth || isStored()) return success(secret);
  secret?.bytes.fill(0);
  return failure(canSign ? NO_SYSTEM_TOKEN : NO_SECRET);
}

function readKey(file: string): Result<SecretKey, string> {
  const read = readSecretFile(file);
  if (!read.ok) return read;
  const key = readSecretKey(read.value);
  if (!key.ok) read.value.fill(0);
  return key;
}

const OR_IMPORT = 'or import one with "gatehouse keys import"';
const NO_SECRET: MissingCredential = {
  reason: 'secret',
  key: 'credentials.secretKeyFile',
  file: '',
  message: `is required: the file that holds the secret key; or set credentials.signer, ${OR_IMPORT}`,
};
const NO_SYSTEM_TOKEN: MissingCredential = {
  reason: 'system-token',
  key: 'service.systemToken',
  file: '',
  message: `is required: the token of the application; ${OR_IMPORT}`,
};
