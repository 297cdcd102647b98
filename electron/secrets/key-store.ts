import type { Result } from '../../shared/result.ts';

/** Why sealed bytes were not opened: the store gives no key of its own now, or opens and cannot read these. */
export type UnsealFault = 'no-key' | 'refused';

/** The reason as it is shown. */
export const UNSEAL_FAULTS: Readonly<Record<UnsealFault, string>> = {
  'no-key': 'the key store is locked, or not running',
  refused: 'the key store is not the one that sealed it, or it is broken',
};

/** The opened text. `isStale`: the store has a newer key, and would seal the text with that now. */
export type Unsealed = Readonly<{ text: string; isStale: boolean }>;

/** Where this machine can keep a secret of ours, and how well. */
export type KeyStore = Readonly<{
  /** Name of the back end, e.g. `gnome_libsecret`; `none` without one. Shown as status, kept beside the ciphertext. */
  backend: () => Promise<string>;
  /** Whether it protects a secret from other users and from a look at the disk. */
  protects: () => Promise<boolean>;
  /** Encrypts a secret text into bytes that can lie in a file; never with a key that everybody has. */
  seal: (secret: string) => Promise<Result<Buffer, string>>;
  /** The reverse. */
  unseal: (sealed: Buffer) => Promise<Result<Unsealed, UnsealFault>>;
}>;
