import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../../shared/result.ts';
import type { KeyStore } from '../../../electron/secrets/key-store.ts';
import { credentialStore } from '../../../electron/secrets/stored-credentials.ts';
import { configFor, emulated, inTime, withKeyStore, type Make } from './makers.ts';
import { emulatorFor, KEY_STORE } from './stage.ts';
import type { SetUp } from './set-ups.ts';

/** Faults of this computer. */
export const COMPUTER_SET_UPS: readonly SetUp[] = [
  {
    name: 'no configuration file',
    first: 'configuration-invalid',
    says: { 'key-store': 'well', name: 'not-tried' },
    make: ({ folder }) => Promise.resolve({ config: join(folder, 'missing.json') }),
  },
  {
    name: 'no secret file',
    first: 'secret-missing',
    says: { answer: 'well', credentials: 'not-tried', polling: 'well' },
    make: async ({ write }) => {
      const { url, systemToken } = await emulatorFor();
      const credentials = { secretKeyFile: 'nowhere' };
      const login = { username: 'given' };
      return {
        config: write('config.json', {
          service: { baseUrl: url, systemToken },
          credentials,
          login,
        }),
      };
    },
  },
  {
    name: 'a secret file with a byte order mark',
    first: 'secret-missing',
    make: async (desk) => {
      const emulator = await emulatorFor();
      return { config: configFor(desk, { ...emulator, secretKey: `\ufeff${emulator.secretKey}` }) };
    },
  },
  {
    name: 'a secret file with a blank behind the key',
    first: 'secret-wrong',
    says: { configuration: 'secret-unusual' },
    make: async (desk) => {
      const emulator = await emulatorFor();
      return { config: configFor(desk, { ...emulator, secretKey: `${emulator.secretKey} ` }) };
    },
  },
  {
    name: 'a secret key that really ends with a blank',
    says: { configuration: 'secret-unusual', credentials: 'answers-optional' },
    make: emulated([], {}, { secretKey: 'ends with a blank ' }),
  },
  {
    name: 'a stored secret key with a blank behind it',
    first: 'secret-wrong',
    says: { configuration: 'well', 'key-store': 'secret-unusual' },
    make: storedKeys({}, ' '),
  },
  {
    name: 'authorities that are no certificates',
    first: 'authorities-unusable',
    make: async (desk) => {
      desk.write('ca.pem', 'no certificate');
      return { config: configFor(desk, await emulatorFor(), { service: { caFile: 'ca.pem' } }) };
    },
  },
  {
    name: 'a logo that is no picture',
    first: 'logo-unusable',
    make: async (desk) => {
      desk.write('logo.png', '<svg></svg>');
      return { config: configFor(desk, await emulatorFor(), { brand: { logo: 'logo.png' } }) };
    },
  },
  {
    name: 'own messages that leave something out',
    first: 'messages-unusable',
    make: async (desk) => {
      desk.write('messages.json', JSON.stringify({ en: { starting: 'Begins.' } }));
      return { config: configFor(desk, await emulatorFor(), { messages: 'messages.json' }) };
    },
  },
  {
    name: 'an unreadable colour',
    says: { configuration: 'accent-corrected' },
    make: emulated([], { brand: { accent: '#ffd400' } }),
  },
  {
    name: 'settings that others can read',
    says: { configuration: 'configuration-readable' },
    make: async (desk) => {
      const config = configFor(desk, await emulatorFor());
      chmodSync(config, 0o644);
      return { config };
    },
  },
  {
    name: 'a typed name that may bypass the check',
    says: { configuration: 'configuration-open-door' },
    make: emulated([], { login: { username: 'ask', bypass: 'allow' } }),
  },
  {
    name: 'a key store without protection',
    says: { 'key-store': 'key-store-unprotected' },
    make: withKeyStore({ protects: () => Promise.resolve(false) }),
  },
  {
    name: 'a locked key store that waits for a password',
    first: 'key-store-silent',
    make: inTime(withKeyStore({ seal: () => new Promise(() => undefined) }), { keyStore: 500 }),
  },
  {
    name: 'a key store that returns no data',
    first: 'key-store-broken',
    make: withKeyStore({ unseal: () => Promise.resolve(failure('no-key')) }),
  },
  {
    name: 'a ticket key that cannot be opened',
    first: 'ticket-key-unusable',
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { ticketKey: () => Promise.resolve(failure('ticket-key.json: is not a ticket key')) },
    }),
  },
  {
    name: 'a display without the layout of the keyboard',
    says: { display: 'display-without-layout', 'key-store': 'well', answer: 'well' },
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { displayWithoutLayout: () => Promise.resolve('localhost:10.0') },
    }),
  },
  {
    name: 'no system token anywhere',
    first: 'system-token-missing',
    says: { credentials: 'not-tried' },
    make: async (desk) => {
      const { url, secretKey } = await emulatorFor();
      desk.write('secret', secretKey);
      const credentials = { secretKeyFile: 'secret' };
      return { config: desk.write('config.json', { service: { baseUrl: url }, credentials }) };
    },
  },
  {
    name: 'keys in a keyring that is locked',
    first: 'key-store-locked',
    says: { credentials: 'not-tried', answer: 'well' },
    make: storedKeys({ unseal: () => Promise.resolve(failure('no-key')) }),
  },
  {
    name: 'keys in the keyring of another desktop',
    first: 'key-store-changed',
    make: storedKeys({
      backend: () => Promise.resolve('kwallet6'),
      unseal: () => Promise.resolve(failure('no-key')),
    }),
  },
  {
    name: 'keys in a keyring that was reset',
    first: 'key-store-unreadable',
    make: storedKeys({ unseal: () => Promise.resolve(failure('refused')) }),
  },
  {
    name: 'keys in a keyring, and a session without one',
    first: 'key-store-unavailable',
    make: storedKeys({ backend: () => Promise.resolve('none') }),
  },
  {
    name: 'keys in a keyring that is open',
    says: { credentials: 'answers-optional' },
    make: storedKeys({}),
  },
  {
    name: 'a signer that is missing',
    first: 'signer-failed',
    make: async ({ write }) => {
      const { url, systemToken } = await emulatorFor();
      const credentials = { signer: { command: ['/nonexistent/signer'] } };
      const login = { username: 'given' };
      return {
        config: write('config.json', {
          service: { baseUrl: url, systemToken },
          credentials,
          login,
        }),
      };
    },
  },
];

/**
 * Secret, with a text behind it, and token were imported into an open keyring, which is another one
 * now.
 */
function storedKeys(changes: Partial<KeyStore>, behind = ''): Make {
  return async ({ folder, write }) => {
    const { url, systemToken, secretKey } = await emulatorFor();
    const open: KeyStore = { ...KEY_STORE, backend: () => Promise.resolve('gnome_libsecret') };
    const written = await credentialStore({ folder, keyStore: open, limitMs: 1_000 }).write({
      secret: Buffer.from(`${secretKey}${behind}`),
      systemToken,
    });
    if (!written.ok) throw new Error(written.error);
    const config = write('config.json', {
      service: { baseUrl: url },
      login: { username: 'given' },
    });
    return { config, ports: { keyStore: { ...open, ...changes } } };
  };
}
