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
import { faultOfAudit, limitOfAudit } from './fault-of-audit.ts';
import { osAccount } from './os-account.ts';
import { readableFilesOf } from './readable-files.ts';

export type Setup = Readonly<{
  config: Result<Config, ConfigError>;
  /** The files of the configuration; empty if the configuration has a fault. */
  files: readonly string[];
  /** Files with the system token that other users can read. */
  readableFiles: readonly string[];
  /** Null without a configuration, like the members below. */
  credentials: Result<CredentialSource, MissingCredential> | null;
  /**
   * What is unusual about the key in the secret file. Null for a usual key, and without a secret
   * file.
   */
  keyRemark: string | null;
  /** Of `service.caFile`. */
  authorities: Result<Authorities | null, ConfigError> | null;
  /** Of `brand.logo`. */
  logo: Result<unknown, ConfigError> | null;
  /** Of `messages`. Null also where they are not checked (`setupOf`). */
  messages: Result<OwnMessages, ConfigError> | null;
  /**
   * The username of the operating system's account, or why there is none. Null if not looked up
   * (see `osAccount`).
   */
  username: Result<string, string> | null;
  /** Why the system's log cannot be written; null also where `audit` is "off". */
  auditFault: string | null;
  /** Why the system's log may drop a line that it took; null also where no line is required. */
  auditLimit: string | null;
}>;

/** Reads no further file after a configuration fault; continues after other faults. */
export async function readSetup(
  locations: ConfigLocations,
  isInstalled: boolean,
  store: CredentialStore,
  hasWebSocket = true,
): Promise<Setup> {
  const loaded = loadConfig(locations, isInstalled, hasWebSocket);
  if (!loaded.ok) {
    return {
      config: loaded,
      files: [],
      readableFiles: [],
      credentials: null,
      keyRemark: null,
      authorities: null,
      logo: null,
      messages: null,
      username: null,
      auditFault: null,
      auditLimit: null,
    };
  }
  const { service, messages } = loaded.value.config;
  const authorities = await readAuthorityFile(service.caFile);
  const setup = setupOf(loaded.value, authorities, store);
  return { ...setup, messages: await ownMessages(messages) };
}

/**
 * The set-up of a configuration without a fault. Reads the secret file and the logo now; `messages`
 * stays null.
 */
export function setupOf(
  { config, files, tokenFiles }: LoadedConfig,
  authorities: NonNullable<Setup['authorities']>,
  store: CredentialStore,
): Setup {
  const credentials = credentialSource(config, store);
  return {
    config: success(config),
    files,
    readableFiles: readableFilesOf(tokenFiles),
    credentials,
    keyRemark: credentials.ok ? credentials.value.keyRemark() : null,
    authorities,
    logo: readLogo(config.brand.logo),
    messages: null,
    username: osAccount(config),
    auditFault: faultOfAudit(config),
    auditLimit: limitOfAudit(config),
  };
}
