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

/**
 * Result of decryption. `silent`: no answer in time; `not-tried`: no ciphertext, or a back end that
 * does not protect.
 */
export type KeyStoreOpening = 'opened' | UnsealFault | 'silent' | 'not-tried';

export type KeyStoreLook = Readonly<{
  /** Back end of this session. */
  backend: string;
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
/** Names that stand for no back end. */
const NO_BACK_END: readonly string[] = ['none', 'unknown', ''];

/** Whether a back end protects secrets. `basic_text` does not: its key is the same everywhere. */
// SECURITY: SEC-50 give no secret to an unprotected or unknown back end.
export function isProtecting(backend: string): boolean {
  return PROTECTING.includes(backend);
}

/** Decrypted credentials are `ready`, whichever back end was recorded. */
export function keyStoreState({ backend, recorded, opening }: KeyStoreLook): KeyStoreState {
  if (recorded === null) return 'absent';
  if (NO_BACK_END.includes(backend)) return 'key-store-unavailable';
  if (!isProtecting(backend))
    return backend === recorded ? 'key-store-unavailable' : 'key-store-changed';
  if (opening === 'opened') return 'ready';
  if (opening === 'silent') return 'key-store-locked';
  if (backend !== recorded) return 'key-store-changed';
  return opening === 'refused' ? 'key-store-unreadable' : 'key-store-locked';
}
