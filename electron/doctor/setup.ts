import type { Config } from '../../shared/config/config-schema.ts';
import { success, type Result } from '../../shared/result.ts';
import type { ConfigError } from '../config/config-error.ts';
import { loadConfig, type ConfigLocations, type LoadedConfig } from '../config/load-config.ts';
import { readAuthorityFile } from '../config/read-authority-file.ts';
import { ownMessages } from '../config/own-messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { readLogo } from '../config/read-logo.ts';
import type { CredentialStore } from '../secrets/stored-credentials.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import { credentialSource, type CredentialSource } from '../service/credentials.ts';
import type { MissingCredential } from '../service/missing-credential.ts';
import { readableFilesOf } from './readable-files.ts';

/** The setup before the first request, as read, with its faults. */
export type Setup = Readonly<{
  /** The configuration, or the first fault in it. */
  config: Result<Config, ConfigError>;
  /** The files it came from; empty where that is not known. */
  files: readonly string[];
  /** Those of them that hold the system token and can be read by others. */
  readableFiles: readonly string[];
  /**
   * The source of secret key and system token, or the credential known to be missing; null without a configuration.
   */
  credentials: Result<CredentialSource, MissingCredential> | null;
  /** The authorities of `service.caFile`, or why it cannot be used; null without a configuration. */
  authorities: Result<Authorities | null, ConfigError> | null;
  /** The file of `brand.logo`, or why it cannot be used; null without a configuration. */
  logo: Result<unknown, ConfigError> | null;
  /** The file of `messages`, or why it cannot be used; null without a configuration. */
  messages: Result<OwnMessages, ConfigError> | null;
}>;

/**
 * Reads configuration, secret and authorities. A broken part is kept as a fault; only a broken configuration stops
 * the rest.
 *
 * @param isInstalled as `loadConfig` has it
 */
export async function readSetup(
  places: ConfigLocations,
  isInstalled: boolean,
  store: CredentialStore,
): Promise<Setup> {
  const loaded = loadConfig(places, isInstalled);
  if (!loaded.ok) {
    return {
      config: loaded,
      files: [],
      readableFiles: [],
      credentials: null,
      authorities: null,
      logo: null,
      messages: null,
    };
  }
  const { service, messages } = loaded.value.config;
  const authorities = await readAuthorityFile(service.caFile);
  return { ...setupOf(loaded.value, authorities, store), messages: await ownMessages(messages) };
}

/** The same for a configuration, authorities and messages that were read before; the secret's file is read now. */
export function setupOf(
  { config, files, tokenFiles }: LoadedConfig,
  authorities: NonNullable<Setup['authorities']>,
  store: CredentialStore,
): Setup {
  return {
    config: success(config),
    files,
    readableFiles: readableFilesOf(tokenFiles),
    credentials: credentialSource(config, store),
    authorities,
    logo: readLogo(config.brand.logo),
    messages: null,
  };
}
