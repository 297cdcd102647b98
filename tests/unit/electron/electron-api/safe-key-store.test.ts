import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/**
 * As unkind as Electron 45 on Linux: always available, sealing with the known key, and with one
 * word for every fault.
 */
const electron = vi.hoisted(() => ({ key: '', backend: 'gnome_libsecret' }));
vi.mock('electron', () => ({
  safeStorage: {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (text: string) =>
      Promise.resolve(
        Buffer.from(
          text === '' ? '' : `${electron.key === '' ? 'v10' : 'v11'}${electron.key}${text}`,
        ),
      ),
    decryptStringAsync: (sealed: Buffer) => {
      const prefix = `v11${electron.key}`;
      const text = sealed.toString();
      return electron.key !== '' && text.startsWith(prefix)
        ? Promise.resolve({ result: text.slice(prefix.length), shouldReEncrypt: false })
        : Promise.reject(
            new Error(
              'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
            ),
          );
    },
    getSelectedStorageBackend: () => electron.backend,
  },
}));

describe('the key store of Electron', () => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  const load = async () =>
    (await import('../../../../electron/electron-api/safe-key-store.ts')).safeKeyStore;

  beforeEach(() => {
    Object.defineProperty(process, 'platform', { ...own, value: 'linux' });
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere');
    Object.assign(electron, { key: 'of the person', backend: 'gnome_libsecret' });
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', own);
    vi.unstubAllEnvs();
  });

  it('judges protection by the seal in use, not by the desktop’s name alone (SEC-50)', async () => {
    const store = await load();
    expect(await store.protects()).toBe(true);
    electron.backend = 'basic_text';
    expect(await store.protects()).toBe(false);
    Object.assign(electron, { key: '', backend: 'gnome_libsecret' });
    expect(await store.protects()).toBe(false);
    expect(await store.seal('secret')).toMatchObject({ ok: false });
  });

  it('finds no key in a locked keyring, and a refusal by another keyring (SEC-51)', async () => {
    const store = await load();
    const sealed = await store.seal('secret');
    if (!sealed.ok) throw new Error(sealed.error);
    expect(await store.unseal(sealed.value)).toEqual({
      ok: true,
      value: { text: 'secret', isStale: false },
    });
    electron.key = '';
    expect(await store.unseal(sealed.value)).toEqual({ ok: false, error: 'no-key' });
    electron.key = 'of another keyring';
    expect(await store.unseal(sealed.value)).toEqual({ ok: false, error: 'refused' });
  });
});
