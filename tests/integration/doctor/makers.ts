import type { KeyStore } from '../../../electron/secrets/key-store.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import { certificate, emulatorFor, KEY_STORE, type Examined } from './stage.ts';

/** Writes files into a folder of the test. */
export type Desk = Readonly<{
  folder: string;
  write: (name: string, content: unknown, mode?: number) => string;
}>;

/** Makes a set-up for one test. */
export type Make = (desk: Desk) => Promise<Examined>;

type Changes = Readonly<{
  service?: Readonly<Record<string, unknown>>;
  login?: Readonly<Record<string, unknown>>;
  brand?: Readonly<Record<string, unknown>>;
  messages?: string;
}>;
type Reached = Readonly<{ url: string; systemToken: string; secretKey: string }>;

/** A configuration that leads to a service, with its secret. */
export function configFor(
  { write }: Desk,
  { url, systemToken, secretKey }: Reached,
  { service = {}, login = {}, brand = {}, messages }: Changes = {},
): string {
  write('secret', secretKey);
  return write('config.json', {
    service: { baseUrl: url, systemToken, ...service },
    credentials: { secretKeyFile: 'secret' },
    login: { username: 'given', ...login },
    brand,
    messages,
  });
}

type Fault = Readonly<Record<string, unknown>>;

/** The emulator with faults; a configuration for it with changes. */
export function emulated(
  faults: readonly Fault[],
  changes: Changes | ((emulator: Emulator) => Changes) = {},
  options: EmulatorOptions = {},
): Make {
  return async (desk) => {
    const emulator = await emulatorFor(options);
    if (faults.length > 0) emulator.faults.add(faults);
    const given = typeof changes === 'function' ? changes(emulator) : changes;
    return { config: configFor(desk, emulator, given) };
  };
}

/** All is well but for the key store. */
export const withKeyStore =
  (changes: Partial<KeyStore>): Make =>
  async (desk) => ({
    config: configFor(desk, await emulatorFor()),
    ports: { keyStore: { ...KEY_STORE, ...changes } },
  });

/** A set-up in which time passes, and these silences last so many milliseconds. */
export const inTime =
  (make: Make, limits: Examined['limits'] = {}): Make =>
  async (desk) => ({ ...(await make(desk)), limits });

export const wrongSecret =
  (faults: readonly Fault[], options: EmulatorOptions = {}): Make =>
  async (desk) => {
    const emulator = await emulatorFor(options);
    emulator.faults.add(faults);
    return { config: configFor(desk, { ...emulator, secretKey: 'another' }) };
  };

/** Something else than the service at a port. */
export const elsewhere =
  (port: () => Promise<number>): Make =>
  async (desk) => ({ config: configFor(desk, at(await port())) });

export const at = (port: number): Reached => ({
  url: `http://127.0.0.1:${String(port)}`,
  systemToken: 'TOKEN',
  secretKey: 'secret',
});

export const behindProxy =
  (port: () => Promise<number>): Make =>
  async (desk) => {
    const emulator = await emulatorFor();
    const url = emulator.url.replace('127.0.0.1', 'localhost');
    const network = { proxy: `http://127.0.0.1:${String(await port())}` };
    return { config: configFor(desk, { ...emulator, url }), network };
  };

export const overTls =
  (name: string, validity: 'valid' | 'over', isTrusted: boolean): Make =>
  async (desk) => {
    const tls = certificate(name, validity);
    const emulator = await emulatorFor({ tls });
    return { config: configFor(desk, emulator), network: isTrusted ? { caFile: tls.cert } : {} };
  };
