import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignatureEncoding = 'hex' | 'base64';

/**
 * The parameters of signatures in both directions (specification 5; encoding and key bytes:
 * docs/wire.md 1.1, 1.2).
 */
export type SignatureSettings = Readonly<{
  /** As configured; compared without case on the wire. */
  header: string;
  encoding: SignatureEncoding;
  /** Its characters as UTF-8 are the key. */
  secretKey: string;
}>;

/** HMAC-SHA256 over exactly these bytes. */
export function sign(settings: SignatureSettings, body: Buffer | string): string {
  return createHmac('sha256', settings.secretKey).update(body).digest(settings.encoding);
}

/**
 * Whether `given` is the signature of `body`, compared in constant time. An absent header is never
 * valid.
 */
export function isSignatureValid(
  settings: SignatureSettings,
  body: Buffer,
  given: string | undefined,
): boolean {
  if (given === undefined) return false;
  const expectedBytes = Buffer.from(sign(settings, body));
  const givenBytes = Buffer.from(given);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
