import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../../shared/result.ts';
import { configFor, emulated, withKeyStore } from './makers.ts';
import { emulatorFor } from './stage.ts';
import type { SetUp } from './set-ups.ts';

/** What is wrong with what stands on this computer. */
export const COMPUTER_SET_UPS: readonly SetUp[] = [
  {
    name: 'no configuration file',
    first: 'configuration-broken',
    exitCode: 78,
    says: { 'key-store': 'well', name: 'not-tried' },
    make: ({ folder }) => Promise.resolve({ config: join(folder, 'missing.json') }),
  },
  {
    name: 'a key that nobody knows',
    first: 'configuration-broken',
    exitCode: 78,
    make: emulated([], { service: { baseURL: 'https://mfa.example.com' } }),
  },
  {
    name: 'no secret file',
    first: 'secret-unusable',
    exitCode: 78,
    says: { answer: 'well', credentials: 'not-tried', polling: 'well' },
    make: async ({ write }) => {
      const { url, systemToken } = await emulatorFor();
      const credentials = { secretKeyFile: 'nowhere' };
      const login = { username: 'given' };
      return { config: write('config.json', { service: { baseUrl: url, systemToken }, credentials, login }) };
    },
  },
  {
    name: 'a secret file that others can read',
    first: 'secret-unusable',
    exitCode: 78,
    make: async (desk) => {
      const config = configFor(desk, await emulatorFor());
      desk.write('secret', 'secret', 0o644);
      return { config };
    },
  },
  {
    name: 'authorities that are no certificates',
    first: 'authorities-unusable',
    exitCode: 78,
    make: async (desk) => {
      desk.write('ca.pem', 'no certificate');
      return { config: configFor(desk, await emulatorFor(), { service: { caFile: 'ca.pem' } }) };
    },
  },
  {
    name: 'settings that others can read',
    first: null,
    exitCode: 0,
    says: { configuration: 'configuration-readable' },
    make: async (desk) => {
      const config = configFor(desk, await emulatorFor());
      chmodSync(config, 0o644);
      return { config };
    },
  },
  {
    name: 'a name that anybody may type, of somebody who is let in without a check',
    first: null,
    exitCode: 0,
    says: { configuration: 'configuration-open-door' },
    make: emulated([], { login: { username: 'ask', bypass: 'allow' } }),
  },
  {
    name: 'a key store that protects nothing',
    first: null,
    exitCode: 0,
    says: { 'key-store': 'key-store-unprotected' },
    make: withKeyStore({ protects: () => Promise.resolve(false) }),
  },
  {
    name: 'a key store that is locked and waits for somebody',
    first: 'key-store-silent',
    exitCode: 78,
    make: withKeyStore({ seal: () => new Promise(() => undefined) }),
  },
  {
    name: 'a key store that gives nothing back',
    first: 'key-store-broken',
    exitCode: 78,
    make: withKeyStore({ unseal: () => Promise.resolve(failure('no-key')) }),
  },
  {
    name: 'a ticket key that cannot be opened',
    first: 'ticket-key-unusable',
    exitCode: 78,
    make: async (desk) => ({
      config: configFor(desk, await emulatorFor()),
      ports: { ticketKey: () => Promise.resolve(failure('ticket-key.json: is not a ticket key')) },
    }),
  },
];
