import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicJwk } from '../../../../electron/verdict/ticket.ts';
import { noKeyStore } from '../../../../electron/secrets/no-key-store.ts';
import type { KeyStore } from '../../../../electron/secrets/key-store.ts';
import { hasTicketKey, ticketKey } from '../../../../electron/verdict/ticket-key.ts';
import { failure, success } from '../../../../shared/result.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder } = tempFolders();

/** A store that reverses texts, so that the stored form differs. */
const protecting: KeyStore = {
  isSupported: true,
  backend: () => Promise.resolve('gnome_libsecret'),
  protects: () => Promise.resolve(true),
  seal: (secret) => Promise.resolve(success(Buffer.from(Array.from(secret).reverse().join('')))),
  unseal: (sealed) => {
    const text = Array.from(sealed.toString()).reverse().join('');
    return Promise.resolve(success({ text, isStale: false }));
  },
};
const OF_ANOTHER_KIND = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const none: KeyStore = {
  ...protecting,
  backend: () => Promise.resolve('basic_text'),
  protects: () => Promise.resolve(false),
};

const isRoot = process.getuid?.() === 0;

async function keyIn(place: string, store: KeyStore): Promise<ReturnType<typeof publicJwk>> {
  const found = await ticketKey(place, store);
  if (!found.ok) throw new Error(found.error);
  return publicJwk(found.value.key);
}

describe('the ticket key (SEC-30)', () => {
  it('makes the ticket key once, in a private file if no store protects, and keeps it', async () => {
    const place = folder();
    const first = await keyIn(place, none);
    expect(statSync(join(place, 'ticket-key.json')).mode & 0o777).toBe(0o600);
    expect(await keyIn(place, none)).toEqual(first);
    expect(await ticketKey(place, none)).toMatchObject({
      value: { keptIn: 'private-file', backend: 'basic_text' },
    });
  });

  it('seals the ticket key if a store protects', async () => {
    const place = folder();
    const first = await keyIn(place, protecting);
    const kept = JSON.parse(readFileSync(join(place, 'ticket-key.json'), 'utf8')) as {
      key: string;
      keptIn: string;
    };
    expect(kept.keptIn).toBe('key-store');
    expect(Buffer.from(kept.key, 'base64').toString()).not.toContain('BEGIN PRIVATE KEY');
    expect(await keyIn(place, protecting)).toEqual(first);
  });

  it('makes one ticket key for all logins at the same time', async () => {
    const place = folder();
    const made = await Promise.all(Array.from({ length: 8 }, () => keyIn(place, protecting)));
    expect(new Set(made.map(({ kid }) => kid)).size).toBe(1);
    expect(readdirSync(place)).toEqual(['ticket-key.json']);
    expect(hasTicketKey(place)).toBe(true);
  });

  it('names the reason if the file of the ticket key cannot be written', async () => {
    const file = '/proc/ticket-key.json';
    expect(await ticketKey('/proc', none)).toEqual(failure(`${file}: cannot be written (ENOENT)`));
  });

  it('keeps no ticket key at all if a store that protects cannot seal it', async () => {
    const place = folder();
    const failing: KeyStore = {
      ...protecting,
      seal: () => Promise.resolve(failure('the store is locked')),
    };
    expect(await ticketKey(place, failing)).toEqual(failure('the store is locked'));
    expect(hasTicketKey(place)).toBe(false);
  });

  it.each([
    [
      'locked',
      (): KeyStore => ({ ...protecting, unseal: () => Promise.resolve(failure('no-key')) }),
      /locked/,
    ],
    ['missing, without Chromium', (): KeyStore => noKeyStore, /without Chromium there is none/],
    [
      'another',
      (): KeyStore => ({
        ...protecting,
        unseal: () => Promise.resolve(success({ text: 'nonsense', isStale: false })),
      }),
      /not a ticket key/,
    ],
    [
      'one with a key of another kind',
      (): KeyStore => ({
        ...protecting,
        unseal: () => Promise.resolve(success({ text: OF_ANOTHER_KIND, isStale: false })),
      }),
      /not a ticket key/,
    ],
  ])('does not replace the ticket key when the store is %s', async (_name, store, reason) => {
    const place = folder();
    const first = await keyIn(place, protecting);
    expect(await ticketKey(place, store())).toMatchObject({
      ok: false,
      error: expect.stringMatching(reason) as string,
    });
    expect(await keyIn(place, protecting)).toEqual(first);
  });

  it.each([
    [
      'open to others',
      (file: string) => {
        writeFileSync(file, '{}');
        chmodSync(file, 0o644);
      },
      /not be accessible/,
    ],
    [
      'a link',
      (file: string) => {
        symlinkSync('/etc/hostname', file);
      },
      /symbolic link/,
    ],
    [
      'broken',
      (file: string) => {
        writeFileSync(file, '{', { mode: 0o600 });
      },
      /not a ticket key/,
    ],
    [
      'of another form',
      (file: string) => {
        writeFileSync(file, '{"version":2}', { mode: 0o600 });
      },
      /not a ticket key/,
    ],
  ])('refuses the ticket key from a file that is %s', async (_name, prepare, reason) => {
    const place = folder();
    prepare(join(place, 'ticket-key.json'));
    expect(await ticketKey(place, none)).toMatchObject({
      ok: false,
      error: expect.stringMatching(reason) as string,
    });
  });

  it('asks no store to seal a ticket key while the file of one is refused', async () => {
    const place = folder();
    writeFileSync(join(place, 'ticket-key.json'), '{}');
    chmodSync(join(place, 'ticket-key.json'), 0o644);
    const asked: string[] = [];
    const store: KeyStore = {
      ...protecting,
      protects: () => {
        asked.push('protects');
        return Promise.resolve(true);
      },
      seal: (secret) => {
        asked.push('seal');
        return protecting.seal(secret);
      },
    };
    expect(await ticketKey(place, store)).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });

  it('names the reason if another process has just left a ticket key that is refused', async () => {
    const place = folder();
    const file = join(place, 'ticket-key.json');
    const overtaken: KeyStore = {
      ...protecting,
      seal: (secret) => {
        writeFileSync(file, '{}');
        chmodSync(file, 0o644);
        return protecting.seal(secret);
      },
    };
    expect(await ticketKey(place, overtaken)).toEqual(
      failure(`${file}: must not be accessible to others (chmod ${isRoot ? '640' : '600'})`),
    );
  });

  it('makes no ticket key that cannot be kept', async () => {
    const place = join(folder(), 'file');
    writeFileSync(place, '');
    expect(await ticketKey(join(place, 'below'), none)).toMatchObject({ ok: false });
    const nowhere = join(folder(), 'link');
    symlinkSync('missing', nowhere);
    const file = join(nowhere, 'ticket-key.json');
    expect(await ticketKey(nowhere, none)).toEqual(failure(`${file}: cannot be written (ENOENT)`));
  });
});
