import { createHash, randomUUID, sign, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import type { Verdict } from '../../shared/outcomes/verdict.ts';

export type TicketOptions = Readonly<{
  key: KeyObject;
  /** `gate.audience`; null omits the claim. */
  audience: string | null;
  /** `--nonce`: binds the ticket to one start of the client. */
  nonce: string | null;
  seconds: number;
  now: Date;
}>;

/**
 * A compact JWS (RFC 7515) with EdDSA (RFC 8037) and JWT claims (RFC 7519), for a verdict that
 * allows entry.
 */
export function createTicket(verdict: Verdict, options: TicketOptions): string {
  const { kid } = publicJwk(options.key);
  const issuedAt = Math.floor(options.now.getTime() / 1000);
  const claims = {
    iss: 'gatehouse',
    sub: verdict.username,
    ...(options.audience === null ? {} : { aud: options.audience }),
    iat: issuedAt,
    exp: issuedAt + options.seconds,
    jti: randomUUID(),
    nonce: options.nonce,
    outcome: verdict.outcome,
    username: verdict.username,
    method: verdict.method,
    application: verdict.application,
  };
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT', kid })}.${part(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed, 'ascii'), options.key).toString('base64url')}`;
}

/**
 * The identifier (`jti`) of a ticket of `createTicket`.
 *
 * @throws for any other text
 */
export function ticketId(ticket: string): string {
  const claims = Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString('utf8');
  return idSchema.parse(JSON.parse(claims)).jti;
}

const idSchema = z.object({ jti: z.string() });

/** Public Ed25519 key (RFC 8037) as a JWK. `kid` is its thumbprint (RFC 7638). */
export function publicJwk(key: KeyObject) {
  const { x = '' } = key.export({ format: 'jwk' });
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, use: 'sig', alg: 'EdDSA', kid: thumbprint } as const;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}
