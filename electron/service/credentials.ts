import type { Config } from '../../shared/config/config-schema.ts';
import type { CredentialFailure, CredentialFault } from '../../shared/service/service-failure.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { CredentialStore, StoreReading } from '../secrets/stored-credentials.ts';
import type { Secret } from '../network/redact.ts';
import { createCommandSigner, SIGNER_MS } from './command-signer.ts';
import { secretFileOf, type MissingCredential } from './missing-credential.ts';
import { createLocalSigner, type Signer } from './request-signer.ts';

/** How long a key store may take for a login: the person may be asked for the keyring's password. */
export const KEY_STORE_MS = 60_000;

/** The credentials of a request to the service. */
export type Credentials = Readonly<{ signer: Signer; systemToken: string }>;

/** Where they come from. */
export type CredentialSource = Readonly<{
  /** Opens the key store if needed, once; after a failure the next call tries again. Never rejects. */
  open: () => Promise<Result<Credentials, CredentialFailure>>;
  /** Secrets to redact from displayed and logged text, as far as they are known by now. */
  secrets: () => readonly Secret[];
  /** How much longer than its own time a request may take because of them, in milliseconds. */
  slackMs: number;
}>;

/**
 * Where a configuration has its credentials from: file and configuration before the key store, which is not even
 * looked for where they give both. The secret's file is read now; the key store is opened by `open`.
 *
 * @returns the source, or the credential that is certainly missing: an unusable file, or an empty key store
 */
export function credentialSource(
  { service, credentials }: Pick<Config, 'service' | 'credentials'>,
  store: CredentialStore,
): Result<CredentialSource, MissingCredential> {
  const { systemToken: configured, signatureEncoding: encoding } = service;
  const { signer: program } = credentials;
  const found = secretFileOf({ service, credentials }, store.isThere);
  if (!found.ok) return found;
  let given: Signer | null = null;
  if (program !== null) given = createCommandSigner(program.command, encoding);
  if (found.value !== null) given = createLocalSigner(found.value, encoding);
  const signerMs = program === null ? 0 : 2 * SIGNER_MS;
  if (given !== null && configured !== null) {
    return success({ ...givenCredentials(given, configured), slackMs: signerMs });
  }

  let opening: ReturnType<CredentialSource['open']> | null = null;
  let stored: string | null = null;
  const open = async (): ReturnType<CredentialSource['open']> => {
    const reading = await store.read();
    if (reading.state !== 'ready') return failure(failureOf(reading));
    const { secret, systemToken } = reading.credentials;
    const token = configured ?? systemToken;
    if (given === null && secret === null) return failure(fault('secret-missing'));
    if (token === null) return failure(fault('system-token-missing'));
    stored = token;
    // Where a file or a signer has the secret, the stored one is not used.
    const signer = given ?? (secret === null ? null : createLocalSigner(secret, encoding));
    secret?.fill(0);
    return signer === null ? failure(fault('secret-missing')) : success({ signer, systemToken: token });
  };
  return success({
    slackMs: KEY_STORE_MS + signerMs,
    secrets: () => secretsOf(configured ?? stored),
    open: async () => {
      opening ??= open();
      const opened = await opening;
      if (!opened.ok) opening = null;
      return opened;
    },
  });
}

/** Credentials that are there already. */
export function givenCredentials(signer: Signer, systemToken: string): CredentialSource {
  return {
    open: () => Promise.resolve(success({ signer, systemToken })),
    secrets: () => secretsOf(systemToken),
    slackMs: 0,
  };
}

function secretsOf(systemToken: string | null): readonly Secret[] {
  return systemToken === null ? [] : [{ text: systemToken, shownAs: '[system token]' }];
}

/** The failure of a login by the state of the key store. */
function failureOf({
  state,
  backend,
  recorded,
}: Exclude<StoreReading, { state: 'ready' }>): CredentialFailure {
  if (state === 'absent') return fault('secret-missing');
  const isOne = recorded === null || recorded === backend;
  return fault(state, isOne ? backend : `${recorded}, now ${backend}`);
}

function fault(code: CredentialFault, evidence = 'nothing stored'): CredentialFailure {
  return { kind: 'credentials', fault: code, evidence };
}
