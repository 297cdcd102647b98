import type { Result } from '../../shared/result.ts';

/**
 * `no-key`: the store gives no key now. `refused`: it cannot decrypt the bytes. `unsupported`: see
 * `isSupported`.
 */
export type UnsealFault = 'no-key' | 'refused' | 'unsupported';

export const UNSEAL_FAULTS: Readonly<Record<UnsealFault, string>> = {
  'no-key': 'the key store is locked, or not running',
  refused: 'the key store is not the one that sealed it, or it is broken',
  unsupported:
    'a key store sealed it, and without Chromium there is none: start where there is a display, or as an account with an unsealed one',
};

/** `isStale`: the store has a newer key, with which the text should be sealed again. */
export type Unsealed = Readonly<{ text: string; isStale: boolean }>;

export type KeyStore = Readonly<{
  /**
   * Whether this program can use a key store at all. False without Chromium: then nothing is sealed
   * or unsealed.
   */
  isSupported: boolean;
  /** Name such as `gnome_libsecret`; `none` without a back end. */
  backend: () => Promise<string>;
  /** Whether it protects a secret from other users and from a reader of the disk. */
  protects: () => Promise<boolean>;
  /** Encrypts. Fails rather than use a publicly known key. */
  seal: (secret: string) => Promise<Result<Buffer, string>>;
  /** Decrypts what `seal` returned. */
  unseal: (sealed: Buffer) => Promise<Result<Unsealed, UnsealFault>>;
}>;
