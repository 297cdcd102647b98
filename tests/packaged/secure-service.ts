/**
 * A service behind TLS, which is the only kind that an installed build speaks to without a word of
 * root's.
 */
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { EmulatorOptions } from '../../emulator/options.ts';
import { startTlsFront } from '../networks/support/fronts.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';

export type SecureService = Readonly<{
  emulator: Emulator;
  /**
   * Writes a configuration for this service, with its secret and authority, readable for the user
   * that runs Electron.
   */
  config: (login?: Readonly<Record<string, unknown>>) => string;
  close: () => Promise<void>;
}>;

/** Starts the emulator, and in front of it TLS by an authority that only the configuration names. */
export async function startSecureService(options: EmulatorOptions = {}): Promise<SecureService> {
  const emulator = await startEmulator(options);
  const authority = makeAuthority({ commonName: 'Company Root' });
  const { key, pem } = issue(authority, { names: ['127.0.0.1'] });
  const front = await startTlsFront(
    { port: Number(new URL(emulator.url).port) },
    { key, cert: pem },
  );
  return {
    emulator,
    config: (login = {}) => {
      const service = { caFile: 'authority.pem', proxy: 'direct' };
      const url = `https://127.0.0.1:${String(front.port)}`;
      return writeConfig(
        { ...emulator, url },
        { service, login },
        { beside: { 'authority.pem': authority.pem } },
      );
    },
    close: async () => {
      await front.close();
      await emulator.close();
    },
  };
}
