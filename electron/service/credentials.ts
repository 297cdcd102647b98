import type { Config } from '../../shared/config/config-schema.ts';
import type { CredentialFailure, CredentialFault } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { CredentialStore, StoreReading } from '../secrets/stored-credentials.ts';
import { remarkOn, type SecretKey } from '../secrets/secret-key-text.ts';
import type { Secret } from '../network/redact.ts';
import { createCommandSigner, SIGNER_MS } from './command-signer.ts';
import { secretKeyFromFile, type MissingCredential } from './missing-credential.ts';
import { createLocalSigner, type SignatureEncoding, type Signer } from './request-signer.ts';

/** Longest wait for one answer of the key store, in which the person may unlock it with a password. */
export const UNLOCK_MS = 60_000;

export type Credentials = Readonly<{ signer: Signer; systemToken: string }>;

export type CredentialSource = Readonly<{
  /** Opens the key store if needed. A call after a failure tries again. Never rejects. */
  open: () => Promise<Result<Credentials, CredentialFailure>>;
  /** Known secrets, for redaction. */
  secrets: () => readonly Secret[];
  /**
   * What is unusual about the secret key, without quoting it. Null for a usual key, and until the
   * key was read.
   */
  keyRemark: () => string | null;
  /** Milliseconds that the key store and the signer may add to the time of a request. */
  slackMs: number;
}>;

/**
 * Prefers the secret file, signer and configuration to the key store. Reads the secret file at
 * once, the key store in `open`. Fails if a credential is missing everywhere.
 */
export function credentialSource(
  { service, credentials }: Pick<Config, 'service' | 'credentials'>,
  store: CredentialStore,
): Result<CredentialSource, MissingCredential> {
  const { systemToken: configuredToken, signatureEncoding: encoding } = service;
  const { signer: program } = credentials;
  const fileReading = secretKeyFromFile({ service, credentials }, store);
  if (!fileReading.ok) return fileReading;
  const fileKey = fileReading.value;
  let keyRemark = fileKey?.remark ?? null;
  const configuredSigner = signerOf(fileKey, program, encoding);
  // A request waits for the program twice: to sign it, and to verify its answer.
  const signerMs = program === null ? 0 : 2 * SIGNER_MS;
  if (configuredSigner !== null && configuredToken !== null) {
    return success({
      ...givenCredentials(configuredSigner, configuredToken),
      keyRemark: () => keyRemark,
      slackMs: signerMs,
    });
  }

  let opening: ReturnType<CredentialSource['open']> | null = null;
  let knownToken = configuredToken;
  const readStore = async (): ReturnType<CredentialSource['open']> => {
    const reading = await store.read();
    if (reading.state !== 'ready') return failure(failureOf(reading));
    const { secret, systemToken: storedToken } = reading.credentials;
    if (configuredSigner === null && secret !== null) keyRemark = remarkOn(secret);
    const storedSigner = (): Signer | null =>
      secret === null ? null : createLocalSigner(secret, encoding);
    const signer = configuredSigner ?? storedSigner();
    secret?.fill(0);
    if (signer === null) return failure(fault('secret-missing'));
    const systemToken = configuredToken ?? storedToken;
    if (systemToken === null) return failure(fault('system-token-missing'));
    knownToken = systemToken;
    return success({ signer, systemToken });
  };
  return success({
    slackMs: UNLOCK_MS + signerMs,
    secrets: () => secretsOf(knownToken),
    keyRemark: () => keyRemark,
    open: async () => {
      opening ??= readStore();
      const opened = await opening;
      if (!opened.ok) opening = null;
      return opened;
    },
  });
}

/**
 * The signer that the configuration gives, from the secret file or else from a program; null
 * without either.
 */
function signerOf(
  fileKey: SecretKey | null,
  program: Config['credentials']['signer'],
  encoding: SignatureEncoding,
): Signer | null {
  if (fileKey !== null) return createLocalSigner(fileKey.bytes, encoding);
  return program === null ? null : createCommandSigner(program.command, encoding);
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
  const isSameBackend = recorded === null || recorded === backend;
  return fault(state, isSameBackend ? backend : `${recorded}, now ${backend}`);
}

function fault(code: CredentialFault, text = 'nothing stored'): CredentialFailure {
  return { kind: 'credentials', fault: code, evidence: toEvidence`${text}` };
}
