import { describe, expect, it } from 'vitest';
import {
  isProtecting,
  keyStoreState,
  type KeyStoreState,
  type KeyStoreOpening,
} from '../../../../electron/secrets/key-store-policy.ts';

const GNOME = 'gnome_libsecret';
const OPENINGS: readonly KeyStoreOpening[] = ['opened', 'no-key', 'refused', 'silent', 'not-tried'];

describe('the state of the key store', () => {
  it.each<
    readonly [recorded: string | null, now: string, opening: KeyStoreOpening, state: KeyStoreState]
  >([
    [null, GNOME, 'not-tried', 'absent'],
    [null, 'basic_text', 'not-tried', 'absent'],
    [null, 'none', 'not-tried', 'absent'],
    [GNOME, GNOME, 'opened', 'ready'],
    [GNOME, GNOME, 'no-key', 'key-store-locked'],
    [GNOME, GNOME, 'silent', 'key-store-locked'],
    [GNOME, GNOME, 'refused', 'key-store-unreadable'],
    [GNOME, GNOME, 'not-tried', 'key-store-locked'],
    // The same key under another name: only success in opening counts.
    ['kwallet5', 'kwallet6', 'opened', 'ready'],
    [GNOME, 'kwallet6', 'no-key', 'key-store-changed'],
    [GNOME, 'kwallet6', 'refused', 'key-store-changed'],
    [GNOME, 'kwallet6', 'silent', 'key-store-locked'],
    [GNOME, 'basic_text', 'not-tried', 'key-store-changed'],
    ['basic_text', 'basic_text', 'not-tried', 'key-store-unavailable'],
    [GNOME, 'none', 'not-tried', 'key-store-unavailable'],
    [GNOME, 'unknown', 'not-tried', 'key-store-unavailable'],
    [GNOME, 'a-new-one', 'not-tried', 'key-store-changed'],
  ])(
    'finds a key store recorded with %s, now %s and %s, in the state %s',
    (recorded, now, opening, state) => {
      expect(keyStoreState({ recorded, backend: now, opening })).toBe(state);
    },
  );

  it('finds the key store ready only if a back end that protects has opened it (SEC-50)', () => {
    const names = [
      GNOME,
      'kwallet',
      'keychain',
      'dpapi',
      'basic_text',
      'unknown',
      'none',
      '',
      'a-new-one',
    ];
    for (const recorded of [null, ...names]) {
      for (const now of names) {
        for (const opening of OPENINGS) {
          const isReady = keyStoreState({ recorded, backend: now, opening }) === 'ready';
          expect([recorded, now, opening, isReady]).toEqual([
            recorded,
            now,
            opening,
            recorded !== null && isProtecting(now) && opening === 'opened',
          ]);
        }
      }
    }
  });
});

describe('a back end', () => {
  it.each([
    ['gnome_libsecret', true],
    ['kwallet', true],
    ['kwallet5', true],
    ['kwallet6', true],
    ['keychain', true],
    ['dpapi', true],
    ['basic_text', false],
    ['unknown', false],
    ['none', false],
    ['', false],
    ['GNOME_LIBSECRET', false],
  ])('decides whether the back end %j protects: %s (SEC-50)', (backend, expected) => {
    expect(isProtecting(backend)).toBe(expected);
  });
});
