import type { UnsealFault } from './key-store.ts';

/** State of the imported credentials. */
export type KeyStoreState =
  /** Decrypted. */
  | 'ready'
  | 'absent'
  /** Locked, not running, or silent. */
  | 'key-store-locked'
  /** Stored with another back end than this session's. */
  | 'key-store-changed'
  | 'key-store-unreadable'
  | 'key-store-unavailable';

/** Result of decryption. `silent`: timeout; `not-tried`: no ciphertext, or an unsuitable back end. */
export type KeyStoreOpening = 'opened' | UnsealFault | 'silent' | 'not-tried';

export type KeyStoreLook = Readonly<{
  /** Back end of this session. */
  now: string;
  /** Back end of the ciphertext; null without one. */
  recorded: string | null;
  opening: KeyStoreOpening;
}>;

/** Back ends whose key belongs to one person. */
const PROTECTING: readonly string[] = [
  'gnome_libsecret',
  'kwallet',
  'kwallet5',
  'kwallet6',
  'keychain',
  'dpapi',
];
/** Names of a missing back end. */
const NOBODY: readonly string[] = ['none', 'unknown', ''];

/** Whether a back end protects secrets. `basic_text` does not: its key is the same everywhere. */
// SECURITY: SEC-50 give no secret to an unprotected or unknown back end.
export function isProtecting(backend: string): boolean {
  return PROTECTING.includes(backend);
}

/** Decrypted credentials are `ready`, whichever back end was recorded. */
export function keyStoreState({ now, recorded, opening }: KeyStoreLook): KeyStoreState {
  if (recorded === null) return 'absent';
  if (NOBODY.includes(now)) return 'key-store-unavailable';
  if (!isProtecting(now)) return now === recorded ? 'key-store-unavailable' : 'key-store-changed';
  if (opening === 'opened') return 'ready';
  if (opening === 'silent') return 'key-store-locked';
  if (now !== recorded) return 'key-store-changed';
  return opening === 'refused' ? 'key-store-unreadable' : 'key-store-locked';
}
