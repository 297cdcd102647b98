/** A service behind TLS, which is the only kind that an installed build speaks to without a word of root's. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../emulator/options.ts';
import { startTlsFront } from '../networks/support/fronts.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { issue, makeAuthority } from '../support/certificates.ts';

export type SecureService = Readonly<{
  emulator: Emulator;
  /**
   * Writes a configuration for this service, with its secret and authority, readable for the user that runs Electron.
   */
  config: (login?: object) => string;
  close: () => Promise<void>;
}>;

/** Starts the emulator, and in front of it TLS by an authority that only the configuration names. */
export async function startSecureService(options: EmulatorOptions = {}): Promise<SecureService> {
  const emulator = await startEmulator(options);
  const authority = makeAuthority({ commonName: 'Company Root' });
  const { key, pem } = issue(authority, { names: ['127.0.0.1'] });
  const front = await startTlsFront({ port: Number(new URL(emulator.url).port) }, { key, cert: pem });
  return {
    emulator,
    config: (login = {}) => {
      const folder = makeSandboxFolder('secure-config-');
      writeFileSync(path.join(folder, 'secret'), emulator.secretKey);
      chmodSync(path.join(folder, 'secret'), 0o600);
      writeFileSync(path.join(folder, 'authority.pem'), authority.pem);
      const service = {
        baseUrl: `https://127.0.0.1:${String(front.port)}`,
        systemToken: emulator.systemToken,
        caFile: 'authority.pem',
        proxy: 'direct',
      };
      const file = path.join(folder, 'config.json');
      const config = { service, credentials: { secretKeyFile: 'secret' }, login };
      writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
      prepareForSandboxUser(folder);
      return file;
    },
    close: async () => {
      await front.close();
      await emulator.close();
    },
  };
}
