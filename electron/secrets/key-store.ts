import type { Result } from '../../shared/result.ts';

/** Reason for a failed decryption. `no-key`: the store gives no key now. `refused`: the store cannot read the bytes. */
export type UnsealFault = 'no-key' | 'refused';

/** Texts of the reasons, as shown to the person. */
export const UNSEAL_FAULTS: Readonly<Record<UnsealFault, string>> = {
  'no-key': 'the key store is locked, or not running',
  refused: 'the key store is not the one that sealed it, or it is broken',
};

/** The opened text. `isStale`: the store has a newer key, and would seal the text with that now. */
export type Unsealed = Readonly<{ text: string; isStale: boolean }>;

/** The operating system's key store. */
export type KeyStore = Readonly<{
  /** Name of the back end, e.g. `gnome_libsecret`; `none` without one. Shown as status, kept beside the ciphertext. */
  backend: () => Promise<string>;
  /** Whether the back end protects a secret from other users and from a reader of the disk. */
  protects: () => Promise<boolean>;
  /** Encrypts a text into bytes for a file. Fails rather than use a publicly known key. */
  seal: (secret: string) => Promise<Result<Buffer, string>>;
  /** Decrypts the bytes of `seal`. */
  unseal: (sealed: Buffer) => Promise<Result<Unsealed, UnsealFault>>;
}>;
