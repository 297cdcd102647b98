import type { Config } from '../../shared/config/config-schema.ts';
import type { CredentialFailure, CredentialFault } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { CredentialStore, StoreReading } from '../secrets/stored-credentials.ts';
import { remarkOn } from '../secrets/secret-key-text.ts';
import type { Secret } from '../network/redact.ts';
import { createCommandSigner, SIGNER_MS } from './command-signer.ts';
import { secretFileOf, type MissingCredential } from './missing-credential.ts';
import { createLocalSigner, type Signer } from './request-signer.ts';

/** Longest wait for one answer of the key store, in which the person may unlock it with a password. */
export const UNLOCK_MS = 60_000;

export type Credentials = Readonly<{ signer: Signer; systemToken: string }>;

export type CredentialSource = Readonly<{
  /** Opens the key store if needed; retries after a failure. Never rejects. */
  open: () => Promise<Result<Credentials, CredentialFailure>>;
  /** Known secrets, for redaction. */
  secrets: () => readonly Secret[];
  /** What is unusual about the secret key, known once it was read; else null. Never quotes it. */
  keyRemark: () => string | null;
  /** Additional milliseconds for the key store and the signer. */
  slackMs: number;
}>;

/**
 * Prefers the secret file, signer and configuration to the key store. Reads the secret file at once, the key store in
 * `open`. Fails if a credential is missing everywhere.
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
  let remark = found.value?.remark ?? null;
  if (found.value !== null) given = createLocalSigner(found.value.bytes, encoding);
  const signerMs = program === null ? 0 : 2 * SIGNER_MS;
  if (given !== null && configured !== null) {
    return success({
      ...givenCredentials(given, configured),
      keyRemark: () => remark,
      slackMs: signerMs,
    });
  }

  let opening: ReturnType<CredentialSource['open']> | null = null;
  let stored: string | null = null;
  const open = async (): ReturnType<CredentialSource['open']> => {
    const reading = await store.read();
    if (reading.state !== 'ready') return failure(failureOf(reading));
    const { secret, systemToken } = reading.credentials;
    if (given === null && secret !== null) remark = remarkOn(secret);
    // The file or signer takes precedence.
    const signer = given ?? (secret === null ? null : createLocalSigner(secret, encoding));
    secret?.fill(0);
    if (signer === null) return failure(fault('secret-missing'));
    const token = configured ?? systemToken;
    if (token === null) return failure(fault('system-token-missing'));
    stored = token;
    return success({ signer, systemToken: token });
  };
  return success({
    slackMs: UNLOCK_MS + signerMs,
    secrets: () => secretsOf(configured ?? stored),
    keyRemark: () => remark,
    open: async () => {
      opening ??= open();
      const opened = await opening;
      if (!opened.ok) opening = null;
      return opened;
    },
  });
}

export function givenCredentials(signer: Signer, systemToken: string): CredentialSource {
  return {
    open: () => Promise.resolve(success({ signer, systemToken })),
    secrets: () => secretsOf(systemToken),
    keyRemark: () => null,
    slackMs: 0,
  };
}

function secretsOf(systemToken: string | null): readonly Secret[] {
  return systemToken === null ? [] : [{ text: systemToken, shownAs: '[system token]' }];
}

function failureOf({
  state,
  backend,
  recorded,
}: Exclude<StoreReading, { state: 'ready' }>): CredentialFailure {
  if (state === 'absent') return fault('secret-missing');
  const isOne = recorded === null || recorded === backend;
  return fault(state, isOne ? backend : `${recorded}, now ${backend}`);
}

function fault(code: CredentialFault, text = 'nothing stored'): CredentialFailure {
  return { kind: 'credentials', fault: code, evidence: toEvidence`${text}` };
}
