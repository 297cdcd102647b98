import type { Result } from '../../shared/result.ts';

/** Where this machine can keep a secret of ours, and how well. */
export type KeyStore = Readonly<{
  /** Name of the back end, e.g. `gnome_libsecret`; for status texts and kept beside what was stored. */
  backend: () => Promise<string>;
  /** Whether what is kept there is protected from other users and from a look at the disk. */
  protects: () => Promise<boolean>;
  /** Encrypts a secret text into bytes that can lie in a file. */
  seal: (secret: string) => Promise<Result<Buffer, string>>;
  /** The reverse; the reason where it is locked, foreign or broken. */
  unseal: (sealed: Buffer) => Promise<Result<string, string>>;
}>;
