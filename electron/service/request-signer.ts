import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { success, type Result } from '../../shared/result.ts';

/** How the bytes of a signature are written in the header. */
export type SignatureEncoding = 'hex' | 'base64';

/** Signs requests and checks answers: holds the key itself, or asks the program that holds it. */
export type Signer = Readonly<{
  /** The value of the signature header for these bytes, or the reason of the failure. */
  sign: (bytes: Uint8Array) => Promise<Result<string, string>>;
  /** Whether a header's value is the signature of these bytes, or why that could not be found out. */
  verify: (bytes: Uint8Array, value: string) => Promise<Result<boolean, string>>;
}>;

/**
 * A signer with the key in this process: HMAC SHA-256 over the exact bytes of the body (specification 5,
 * docs/wire.md 1). Signatures are compared in constant time.
 *
 * @param secret the key's bytes; wiped here once they are imported
 */
export function createLocalSigner(secret: Buffer, encoding: SignatureEncoding): Signer {
  // SECURITY: SEC-26 sign with a KeyObject. The key store gives a string, which only the garbage collector ends.
  const key = createSecretKey(secret);
  secret.fill(0);
  return {
    sign: (bytes) => Promise.resolve(success(digest(key, bytes).toString(encoding))),
    verify: (bytes, value) =>
      Promise.resolve(success(isSame(digest(key, bytes), decodeSignature(value, encoding)))),
  };
}

function digest(key: KeyObject, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}

/** The 32 bytes of a header's value; empty for an invalid signature. */
export function decodeSignature(value: string, encoding: SignatureEncoding): Buffer {
  // Decoding stops at the first invalid digit, but text behind a signature makes it invalid.
  const text = value.trim();
  const whole = { hex: /^[\da-f]{64}$/i, base64: /^[\da-z+/]{43}=?$/i }[encoding];
  return whole.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
