import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ACCESS_TOKEN_ALPHABETS = {
  'lower-case': LOWER_CASE,
  'mixed-case': `${LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ`,
} as const;
const MODHEX_ALPHABET = 'cbdefghijklnrtuv';

/**
 * A transaction or delivery identifier: unguessable, without dots (channel names are split at
 * dots).
 */
export function randomIdentifier(): string {
  return randomUUID();
}

/** 60 alphanumerics, the shape of an access token. */
export function randomAccessToken(
  letters: keyof typeof ACCESS_TOKEN_ALPHABETS = 'lower-case',
): string {
  const alphabet = ACCESS_TOKEN_ALPHABETS[letters];
  return Array.from({ length: 60 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** A code of `length` decimal digits, leading zeros included. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** 32 upper-case hexadecimal characters. */
export function randomSystemToken(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/** 30 lower-case hexadecimal characters. They are the key as characters, never hex-decoded. */
export function randomSecretKey(): string {
  return randomBytes(15).toString('hex');
}

/** The alphabet of YubiKey one-time passwords: two characters for each byte. */
export function toModhex(bytes: Buffer): string {
  return Array.from(
    bytes,
    (byte) => MODHEX_ALPHABET.charAt(byte >> 4) + MODHEX_ALPHABET.charAt(byte & 15),
  ).join('');
}
