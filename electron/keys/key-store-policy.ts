import type { UnsealFault } from './key-store.ts';

/** How the secrets that were imported stand. */
export type KeyStoreState =
  /** They were opened. */
  | 'ready'
  /** None were ever stored. */
  | 'absent'
  /** The key store is locked, not running, or does not answer. */
  | 'key-store-locked'
  /** They were stored with another back end than this session has. */
  | 'key-store-changed'
  /** The key store opens, but cannot read them. */
  | 'key-store-unreadable'
  /** This session has no key store. */
  | 'key-store-unavailable';

/** What came of the attempt to open them. `silent`: no answer in time; `not-tried`: there was nothing to try with. */
export type Opening = 'opened' | UnsealFault | 'silent' | 'not-tried';

/** What the state is decided by. */
export type KeyStoreLook = Readonly<{
  /** The back end of this session. */
  now: string;
  /** The back end that was recorded beside the ciphertext; null where nothing was stored. */
  recorded: string | null;
  opening: Opening;
}>;

/** The back ends whose key is the person's own. */
const PROTECTING: readonly string[] = [
  'gnome_libsecret',
  'kwallet',
  'kwallet5',
  'kwallet6',
  'keychain',
  'dpapi',
];
/** What stands in the place of a name where there is no back end. */
const NOBODY: readonly string[] = ['none', 'unknown', ''];

/**
 * Whether a back end may take the secret. By name, from a list: `basic_text` has the same key on every computer, and
 * what is not known is not trusted.
 */
// SECURITY: SEC-50 a back end that does not protect is given nothing to keep.
export function isProtecting(backend: string): boolean {
  return PROTECTING.includes(backend);
}

/** Whether opening is worth a try: a ciphertext is handed to nothing but a back end that protects. */
export function isWorthOpening({ now, recorded }: Pick<KeyStoreLook, 'now' | 'recorded'>): boolean {
  return recorded !== null && isProtecting(now);
}

/** Decides the state. What was opened counts whatever it was recorded with; nothing else is ever `ready`. */
export function keyStoreState({ now, recorded, opening }: KeyStoreLook): KeyStoreState {
  if (recorded === null) return 'absent';
  if (NOBODY.includes(now)) return 'key-store-unavailable';
  if (!isProtecting(now)) return now === recorded ? 'key-store-unavailable' : 'key-store-changed';
  if (opening === 'opened') return 'ready';
  if (opening === 'silent') return 'key-store-locked';
  if (now !== recorded) return 'key-store-changed';
  return opening === 'refused' ? 'key-store-unreadable' : 'key-store-locked';
}
