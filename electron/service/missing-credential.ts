import type { Config } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { readSecretFile } from '../keys/read-secret-file.ts';

/** What is missing before anything was opened: for the verdict, and for people. */
export type MissingCredential = Readonly<{
  reason: 'secret' | 'system-token';
  /** Dotted path of the configuration key. */
  key: string;
  /** The file at fault; empty where none is named. */
  file: string;
  message: string;
}>;

/**
 * Reads the secret's file, and looks whether anything is missing for certain. It starts and opens nothing.
 *
 * @param isStored whether anything is in the key store; asked only where something is to come from there
 * @returns the secret of the file, null where none is named, or what is missing
 */
export function secretFileOf(
  { service, credentials }: Pick<Config, 'service' | 'credentials'>,
  isStored: () => boolean,
): Result<Buffer | null, MissingCredential> {
  const { secretKeyFile, signer } = credentials;
  let secret: Buffer | null = null;
  if (secretKeyFile !== null) {
    const read = readSecretFile(secretKeyFile);
    if (!read.ok) {
      const key = 'credentials.secretKeyFile';
      return failure({ reason: 'secret', key, file: secretKeyFile, message: read.error });
    }
    secret = read.value;
  }
  const hasSecret = secret !== null || signer !== null;
  if ((hasSecret && service.systemToken !== null) || isStored()) return success(secret);
  secret?.fill(0);
  return failure(hasSecret ? NO_SYSTEM_TOKEN : NO_SECRET);
}

const IMPORT = 'or import one with "gatehouse keys import"';
const NO_SECRET: MissingCredential = {
  reason: 'secret',
  key: 'credentials.secretKeyFile',
  file: '',
  message: `is required: the file that holds the secret key; or set credentials.signer, ${IMPORT}`,
};
const NO_SYSTEM_TOKEN: MissingCredential = {
  reason: 'system-token',
  key: 'service.systemToken',
  file: '',
  message: `is required: the token of the application; ${IMPORT}`,
};
