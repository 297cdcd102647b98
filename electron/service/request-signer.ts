import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Signs requests and checks answers. The one holder of the key; a key elsewhere can take its place. */
export type Signer = Readonly<{
  /** The value of the signature header for these bytes. */
  sign: (bytes: Uint8Array) => Promise<string>;
  /** Whether a header's value is the signature of these bytes; compared in constant time. */
  verify: (bytes: Uint8Array, value: string) => Promise<boolean>;
}>;

/**
 * A signer with the key in this process: HMAC SHA-256 over the exact bytes of the body (specification 5, docs/wire.md 1).
 *
 * @param secret the key's bytes; wiped here once they are imported
 */
export function createLocalSigner(secret: Buffer, encoding: 'hex' | 'base64'): Signer {
  // SECURITY: SEC-26 the key lives in a KeyObject, never in a string.
  const key = createSecretKey(secret);
  secret.fill(0);
  return {
    sign: (bytes) => Promise.resolve(digest(key, bytes).toString(encoding)),
    verify: (bytes, value) => Promise.resolve(isSame(digest(key, bytes), decode(value, encoding))),
  };
}

function digest(key: KeyObject, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}

function decode(value: string, encoding: 'hex' | 'base64'): Buffer {
  // Decoding stops at what is no digit: what stands behind a signature makes it a wrong one.
  const text = value.trim();
  const whole = { hex: /^[\da-f]{64}$/i, base64: /^[\da-z+/]{43}=?$/i }[encoding];
  return whole.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
