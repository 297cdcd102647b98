import { createHmac } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeyStore } from '../../../../electron/secrets/key-store.ts';
import {
  credentialStore,
  fingerprintOf,
  type CredentialStore,
} from '../../../../electron/secrets/stored-credentials.ts';
import { failure, success } from '../../../../shared/result.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder } = tempFolders();
const SECRET = 'the-secret-key';
const TOKEN = 'the-system-token';
const BOTH = () => ({ secret: Buffer.from(SECRET), systemToken: TOKEN });

/** A keyring that reverses texts; tests may override its methods. */
function keyring(changes: Partial<KeyStore> = {}): KeyStore {
  return {
    isSupported: true,
    backend: () => Promise.resolve('gnome_libsecret'),
    protects: () => Promise.resolve(true),
    seal: (text) => Promise.resolve(success(Buffer.from(Array.from(text).reverse().join('')))),
    unseal: (sealed) =>
      Promise.resolve(
        success({ text: Array.from(sealed.toString()).reverse().join(''), isStale: false }),
      ),
    ...changes,
  };
}
const never = (): Promise<never> => new Promise(() => undefined);
const gone = (): Promise<never> => Promise.reject(new Error('gone'));
const refuses = (why: 'no-key' | 'refused') => ({ unseal: () => Promise.resolve(failure(why)) });
const gives = (text: string) => ({
  unseal: () => Promise.resolve(success({ text, isStale: false })),
});
const named = (name: string) => ({ backend: () => Promise.resolve(name) });

type Place = Readonly<{ place: string; at: (changes?: Partial<KeyStore>) => CredentialStore }>;
function fresh(): Place {
  const place = join(folder(), 'data');
  return {
    place,
    at: (changes) => credentialStore({ folder: place, keyStore: keyring(changes), limitMs: 50 }),
  };
}
async function filled(): Promise<Place> {
  const made = fresh();
  expect(await made.at().write(BOTH())).toEqual(success('gnome_libsecret'));
  return made;
}

describe('stored credentials', () => {
  it('gives credentials back as they were stored, from a file of their owner alone that shows neither', async () => {
    const { place, at } = await filled();
    expect(await at().read()).toEqual({
      state: 'ready',
      backend: 'gnome_libsecret',
      recorded: 'gnome_libsecret',
      credentials: BOTH(),
    });
    expect(readdirSync(place)).toEqual(['credentials.json']);
    expect(statSync(at().file).mode & 0o777).toBe(0o600);
    const text = readFileSync(at().file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 1, backend: 'gnome_libsecret' });
    for (const hidden of [SECRET, TOKEN, Buffer.from(SECRET).toString('base64')]) {
      expect(text).not.toContain(hidden);
    }
  });

  it.each([
    { secret: Buffer.from([0, 255, 10, 13]), systemToken: null },
    { secret: null, systemToken: 'a token alone' },
  ])('stores one of the two credentials: %j', async (credentials) => {
    const { at } = fresh();
    await at().write(credentials);
    expect(await at().read()).toMatchObject({ state: 'ready', credentials });
  });

  it('finds no credentials before an import, and asks no key store to open anything', async () => {
    const { at } = fresh();
    const store = at({ unseal: () => Promise.reject(new Error('asked')) });
    expect(store.isThere()).toBe(false);
    expect(await store.read()).toEqual({
      state: 'absent',
      backend: 'gnome_libsecret',
      recorded: null,
    });
  });

  it.each<readonly [string, Partial<KeyStore>]>([
    ['key-store-locked', refuses('no-key')],
    ['key-store-locked', { unseal: never }],
    ['key-store-locked', { unseal: gone }],
    ['key-store-unreadable', refuses('refused')],
    // AES-CBC without a check: another key may give a text, and no more than that.
    ['key-store-unreadable', gives('x\u0000{')],
    ['key-store-unreadable', gives('{"secret":"","systemToken":null}')],
    ['key-store-unreadable', gives('{"secret":null,"systemToken":null}')],
    ['key-store-changed', { ...named('kwallet6'), ...refuses('no-key') }],
    ['key-store-changed', { ...named('basic_text'), unseal: gone }],
    ['key-store-unavailable', { ...named('none'), unseal: gone }],
    ['key-store-unavailable', { backend: never }],
  ])(
    'reports %s, and leaves the credentials on disk unchanged (SEC-51)',
    async (state, changes) => {
      const { place, at } = await filled();
      const before = readFileSync(at().file);
      expect(await at(changes).read()).toMatchObject({ state, recorded: 'gnome_libsecret' });
      expect(readFileSync(at().file)).toEqual(before);
      expect(readdirSync(place)).toEqual(['credentials.json']);
      expect(await at().read()).toMatchObject({ state: 'ready' });
    },
  );

  it.each(['basic_text', 'none', 'unknown'])(
    'gives no credentials to %s to open, which protects no key',
    async (name) => {
      const { at } = await filled();
      let isAsked = false;
      const unseal: KeyStore['unseal'] = () => {
        isAsked = true;
        return never();
      };
      expect((await at({ ...named(name), unseal }).read()).state).toMatch(/changed|unavailable/);
      expect(isAsked).toBe(false);
    },
  );

  it.each([
    ['a broken file', (file: string): void => writeFileSync(file, '{"version":1')],
    [
      'a file of another form',
      (file: string): void => writeFileSync(file, '{"version":2,"backend":"x","sealed":""}'),
    ],
    ['a file that others can read', (file: string): void => chmodSync(file, 0o644)],
  ])('takes no credentials from %s', async (_name, spoil) => {
    const { at } = await filled();
    spoil(at().file);
    expect(await at().read()).toMatchObject({ state: 'key-store-unreadable', recorded: null });
    expect(existsSync(at().file)).toBe(true);
  });

  it('takes no credentials through a link', async () => {
    const { at } = await filled();
    const other = fresh();
    await other.at().write(BOTH());
    other.at().forget();
    symlinkSync(at().file, other.at().file);
    expect(await other.at().read()).toMatchObject({ state: 'key-store-unreadable' });
  });

  it('seals credentials anew if the store has a newer key, or another name', async () => {
    const { at } = await filled();
    const stale = keyring().unseal;
    const unseal: KeyStore['unseal'] = async (sealed) => {
      const opened = await stale(sealed);
      return opened.ok ? success({ ...opened.value, isStale: true }) : opened;
    };
    const before = statSync(at().file).ino;
    expect(await at({ unseal }).read()).toMatchObject({ state: 'ready' });
    expect(statSync(at().file).ino).not.toBe(before);
    expect(await at(named('kwallet6')).read()).toMatchObject({
      state: 'ready',
      recorded: 'gnome_libsecret',
    });
    expect(await at(named('kwallet6')).read()).toMatchObject({
      state: 'ready',
      recorded: 'kwallet6',
    });
  });
});

describe('storing', () => {
  it.each<readonly [string, Partial<KeyStore>, RegExp]>([
    [
      'basic_text',
      named('basic_text'),
      /"basic_text", which encrypts with a key that everybody has/,
    ],
    ['no back end', named('none'), /no key store that protects/],
    ['an unknown key store', named('a-new-one'), /no key store that protects/],
    [
      'a key store that is locked',
      { seal: () => Promise.resolve(failure('it is locked')) },
      /it is locked/,
    ],
    ['a key store that is silent', { seal: never }, /does not answer/],
    ['a key store that returns no data', refuses('refused'), /returned other data/],
    [
      'a key store that gives other data',
      gives('{"secret":"eA==","systemToken":null}'),
      /returned other data/,
    ],
  ])(
    'refuses to store in %s with the reason, and keeps the old copy (SEC-51)',
    async (_name, changes, reason) => {
      const { place, at } = await filled();
      const before = readFileSync(at().file);
      const written = await at(changes).write({
        secret: Buffer.from('another'),
        systemToken: null,
      });
      expect(written).toMatchObject({ ok: false, error: expect.stringMatching(reason) as unknown });
      expect(readFileSync(at().file)).toEqual(before);
      expect(readdirSync(place)).toEqual(['credentials.json']);
    },
  );

  it('says that credentials cannot be written if their folder cannot be made', async () => {
    const base = folder();
    writeFileSync(join(base, 'data'), 'a file');
    const store = credentialStore({ folder: join(base, 'data'), keyStore: keyring(), limitMs: 50 });
    expect(await store.write(BOTH())).toMatchObject({
      error: expect.stringMatching(/cannot be written/) as unknown,
    });
  });
});

describe('forgetting', () => {
  it('removes the credentials, and says whether there were any', async () => {
    const { at } = await filled();
    expect(at().forget()).toEqual(success(true));
    expect(at().forget()).toEqual(success(false));
    expect(await at().read()).toMatchObject({ state: 'absent' });
  });
});

it('makes a fingerprint that others can reproduce, unlike a signature of the service', () => {
  const digest = createHmac('sha256', SECRET).update('gatehouse key fingerprint').digest('hex');
  expect(fingerprintOf(Buffer.from(SECRET)).replaceAll(' ', '')).toBe(digest.slice(0, 16));
  expect(fingerprintOf(Buffer.from(SECRET))).toMatch(/^(?:[0-9a-f]{4} ){3}[0-9a-f]{4}$/);
});
