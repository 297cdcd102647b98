import type { Result } from '../../shared/result.ts';

/** `no-key`: the store gives no key now. `refused`: it cannot decrypt the bytes. */
export type UnsealFault = 'no-key' | 'refused';

export const UNSEAL_FAULTS: Readonly<Record<UnsealFault, string>> = {
  'no-key': 'the key store is locked, or not running',
  refused: 'the key store is not the one that sealed it, or it is broken',
};

/** `isStale`: the store has a newer key, with which the text should be sealed again. */
export type Unsealed = Readonly<{ text: string; isStale: boolean }>;

export type KeyStore = Readonly<{
  /** Name such as `gnome_libsecret`; `none` without a back end. */
  backend: () => Promise<string>;
  /** Whether it protects a secret from other users and from a reader of the disk. */
  protects: () => Promise<boolean>;
  /** Encrypts. Fails rather than use a publicly known key. */
  seal: (secret: string) => Promise<Result<Buffer, string>>;
  /** Decrypts what `seal` returned. */
  unseal: (sealed: Buffer) => Promise<Result<Unsealed, UnsealFault>>;
}>;
