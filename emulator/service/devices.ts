import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../basics/clock.ts';
import { randomDigits, toModhex } from '../basics/random.ts';

const PERIOD_MS = 30_000;
const BYPASS_CODE_LENGTH = 9;
const BYPASS_CODES_AT_HAND = 3;

/** A person's devices: an authenticator app, a list of bypass codes, a hardware key. */
export type Devices = Readonly<{
  authenticator: Authenticator;
  bypassCodes: BypassCodes;
  hardwareKey: HardwareKey;
}>;

/** RFC 6238 codes (SHA-1, 6 digits, 30 s), accepted one step around now, each once (RFC 6238, 5.2). */
export type Authenticator = Readonly<{
  codeLength: number;
  /** The base32 secret, as an authenticator app would import it. */
  secret: string;
  /** The app's present code, used or not, and its remaining time. */
  displayed: () => Readonly<{
    code: string;
    used: boolean;
    leftMs: number;
  }>;
  /** A code that would be accepted now, or null when the whole window has been used up. */
  acceptable: () => string | null;
  /** Accepts the code, once. */
  accept: (code: string) => boolean;
  reset: () => void;
}>;

/** @param secretBase32 the shared secret; a random one when left out */
export function createAuthenticator(clock: Clock, secretBase32?: string): Authenticator {
  const secret =
    secretBase32 === undefined ? new Secret({ size: 20 }) : Secret.fromBase32(secretBase32);
  const totp = new TOTP({ secret, digits: 6, period: PERIOD_MS / 1000 });
  const usedSteps = new Set<number>();

  function codeAt(step: number): string {
    return totp.generate({ timestamp: step * PERIOD_MS });
  }

  return {
    codeLength: 6,
    secret: secret.base32,
    displayed: () => {
      const step = totp.counter({ timestamp: clock.now() });
      const leftMs = totp.remaining({ timestamp: clock.now() });
      return { code: codeAt(step), used: usedSteps.has(step), leftMs };
    },
    acceptable: () => {
      const now = totp.counter({ timestamp: clock.now() });
      const step = [now, now + 1, now - 1].find((candidate) => !usedSteps.has(candidate));
      return step === undefined ? null : codeAt(step);
    },
    accept: (code) => {
      // The library throws at six characters that are not ASCII.
      if (!/^\d{6}$/.test(code)) return false;
      const now = clock.now();
      const delta = totp.validate({ token: code, timestamp: now, window: 1 });
      if (delta === null) return false;
      const step = totp.counter({ timestamp: now }) + delta;
      if (usedSteps.has(step)) return false;
      usedSteps.add(step);
      return true;
    },
    reset: () => {
      usedSteps.clear();
    },
  };
}

/** Single-use codes of nine digits that go into the same field as a passcode (docs/wire.md 4). */
export type BypassCodes = Readonly<{
  /** Valid now; a used one is replaced, so that there are always some. */
  available: () => readonly string[];
  accept: (code: string) => boolean;
}>;

/** @param initial codes that are valid from the start, besides random ones */
export function createBypassCodes(initial: readonly string[] = []): BypassCodes {
  const valid = new Set<string>(initial);
  function refill(): void {
    while (valid.size < BYPASS_CODES_AT_HAND) valid.add(randomDigits(BYPASS_CODE_LENGTH));
  }
  refill();
  return {
    available: () => [...valid],
    accept: (code) => {
      const accepted = valid.delete(code);
      refill();
      return accepted;
    },
  };
}

/** A key that types 44 modhex characters (12 of identity, 32 of password) when it is touched. */
export type HardwareKey = Readonly<{
  /** A new one-time password; earlier ones that were not used stay valid. */
  press: () => string;
  /** The latest one-time password that was not used; pressed if needed. */
  latest: () => string;
  /** Accepts a one-time password that this key has typed, once. */
  accept: (oneTimePassword: string) => boolean;
}>;

export function createHardwareKey(): HardwareKey {
  const identity = toModhex(randomBytes(6));
  const key = randomBytes(32);
  const unused = new Set<string>();
  let presses = 0;

  function press(): string {
    presses += 1;
    const digest = createHmac('sha256', key).update(String(presses)).digest().subarray(0, 16);
    const oneTimePassword = identity + toModhex(digest);
    unused.add(oneTimePassword);
    return oneTimePassword;
  }

  return {
    press,
    latest: () => [...unused].at(-1) ?? press(),
    accept: (oneTimePassword) => unused.delete(oneTimePassword),
  };
}
