import type { UnsealFault } from './key-store.ts';

/** How the secrets that were imported stand. */
export type KeyStoreState =
  /** They were opened. */
  | 'ready'
  /** They were never stored. */
  | 'absent'
  /** The key store is locked, not running, or does not answer. */
  | 'key-store-locked'
  /** They were stored with another back end than this session has. */
  | 'key-store-changed'
  /** The key store opens, but cannot read them. */
  | 'key-store-unreadable'
  /** This session has no key store. */
  | 'key-store-unavailable';

/** The result of opening them. `silent`: no answer in time; `not-tried`: no ciphertext, or no fit back end. */
export type KeyStoreOpening = 'opened' | UnsealFault | 'silent' | 'not-tried';

/** The facts that decide the state. */
export type KeyStoreLook = Readonly<{
  /** The back end of this session. */
  now: string;
  /** The back end that was recorded beside the ciphertext; null without a ciphertext. */
  recorded: string | null;
  opening: KeyStoreOpening;
}>;

/** The back ends with a key of the person's own. */
const PROTECTING: readonly string[] = [
  'gnome_libsecret',
  'kwallet',
  'kwallet5',
  'kwallet6',
  'keychain',
  'dpapi',
];
/** The names that stand for a missing back end. */
const NOBODY: readonly string[] = ['none', 'unknown', ''];

/**
 * Whether a back end may take the secret. By name, from a list: `basic_text` has the same key on every computer, and
 * an unknown back end is not trusted.
 */
// SECURITY: SEC-50 a back end that does not protect never gets a secret.
export function isProtecting(backend: string): boolean {
  return PROTECTING.includes(backend);
}

/** Whether opening is worth a try: only a back end that protects gets a ciphertext. */
export function isWorthOpening({ now, recorded }: Pick<KeyStoreLook, 'now' | 'recorded'>): boolean {
  return recorded !== null && isProtecting(now);
}

/** Decides the state. Only opened credentials are `ready`, whichever back end was recorded. */
export function keyStoreState({ now, recorded, opening }: KeyStoreLook): KeyStoreState {
  if (recorded === null) return 'absent';
  if (NOBODY.includes(now)) return 'key-store-unavailable';
  if (!isProtecting(now)) return now === recorded ? 'key-store-unavailable' : 'key-store-changed';
  if (opening === 'opened') return 'ready';
  if (opening === 'silent') return 'key-store-locked';
  if (now !== recorded) return 'key-store-changed';
  return opening === 'refused' ? 'key-store-unreadable' : 'key-store-locked';
}
