import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { success, type Result } from '../../shared/result.ts';

export type SignatureEncoding = 'hex' | 'base64';

export type Signer = Readonly<{
  /** Returns the value of the signature's header, or why there is none. */
  sign: (bytes: Uint8Array) => Promise<Result<string, string>>;
  /** Returns whether `value` is the signature of `bytes`, or why this cannot be told. */
  verify: (bytes: Uint8Array, value: string) => Promise<Result<boolean, string>>;
}>;

/** HMAC SHA-256 (specification 5, docs/wire.md 1). Wipes `secret`. */
export function createLocalSigner(secret: Buffer, encoding: SignatureEncoding): Signer {
  // SECURITY: SEC-26 sign with a KeyObject, and wipe the secret. A string cannot be wiped.
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

/** Decodes 32 bytes; empty if invalid. */
export function decodeSignature(value: string, encoding: SignatureEncoding): Buffer {
  // `Buffer.from` would ignore text after a valid signature.
  const text = value.trim();
  const pattern = { hex: /^[\da-f]{64}$/i, base64: /^[\da-z+/]{43}=?$/i }[encoding];
  return pattern.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
