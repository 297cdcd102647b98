/**
 * Tickets and verdicts for the example clients: those that Gatehouse makes, and those that it would
 * never make.
 */
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { randomUUID } from 'node:crypto';

export const AUDIENCE = 'thick-client';
export const KEY_NAME = 'the-key';

/** A signer, and its public part for a client. */
export type Signer = Readonly<{
  privateKey: CryptoKey;
  jwk: JWK;
  jwks: Readonly<{ keys: readonly JWK[] }>;
}>;

/** Makes an Ed25519 pair; the public half looks as `gatehouse keys status --json` prints it. */
export async function makeSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', {
    crv: 'Ed25519',
    extractable: true,
  });
  const jwk = { ...(await exportJWK(publicKey)), use: 'sig', alg: 'EdDSA', kid: KEY_NAME };
  return { privateKey, jwk, jwks: { keys: [jwk] } };
}

/** Seconds since 1970, moved. */
export const seconds = (moved = 0): number => Math.floor(Date.now() / 1000) + moved;

/** Claims as a test wants them, also such as no signer would make. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a good ticket, changed; undefined claims are left out. */
export function claimsOf(changes: Claims = {}): JWTPayload {
  const claims: Claims = {
    iss: 'gatehouse',
    sub: 'alice',
    aud: AUDIENCE,
    iat: seconds(),
    exp: seconds(60),
    jti: randomUUID(),
    nonce: null,
    outcome: 'confirmed',
    username: 'alice',
    method: 'push',
    application: 'Example Desktop',
    ...changes,
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

/** Signs with EdDSA, as Gatehouse does. */
export function signed(
  signer: Pick<Signer, 'privateKey'>,
  claims: JWTPayload = claimsOf(),
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: KEY_NAME, ...header })
    .sign(signer.privateKey);
}

/** A compact JWS that no library would make. */
export function handMade(
  header: Readonly<Record<string, unknown>>,
  claims: JWTPayload,
  sign: (input: string) => Uint8Array,
): string {
  const input = [header, claims]
    .map((part) => base64url(Buffer.from(JSON.stringify(part))))
    .join('.');
  return `${input}.${base64url(sign(input))}`;
}

/** The line of a verdict with this ticket. */
export function lineOf(ticket: unknown, changes: Readonly<Record<string, unknown>> = {}): string {
  const verdict = {
    apiVersion: 'gatehouse/1',
    outcome: 'confirmed',
    reason: null,
    exitCode: 0,
    username: 'alice',
    email: 'alice@example.com',
    consumerParams: null,
    application: 'Example Desktop',
    company: 'Example Company',
    method: 'push',
    time: new Date().toISOString(),
    ticket,
    ...changes,
  };
  return `${JSON.stringify(verdict)}\n`;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
