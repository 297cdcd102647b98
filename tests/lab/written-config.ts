import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../emulator/emulator.ts';
import { makeSandboxFolder, prepareForSandboxUser } from './electron-runtime.ts';

/** A configuration as a file holds it. */
type Section = 'service' | 'credentials' | 'login' | 'params' | 'gate' | 'brand' | 'window';
export type ConfigJson = Readonly<
  Partial<Record<Section, Readonly<Record<string, unknown>>>> & {
    audit?: 'off' | 'on' | 'required';
    theme?: 'system' | 'light' | 'dark';
    language?: string;
    messages?: string;
  }
>;

/** Writes a configuration and its secret file, owned by Electron's user. */
export function writeConfig(
  { url, systemToken, secretKey }: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
  changes: ConfigJson = {},
): string {
  const folder = makeSandboxFolder('config-');
  const file = join(folder, 'config.json');
  writeFileSync(join(folder, 'secret'), secretKey);
  chmodSync(join(folder, 'secret'), 0o600);
  const config = {
    ...changes,
    service: { baseUrl: url, systemToken, ...changes.service },
    credentials: { secretKeyFile: 'secret', ...changes.credentials },
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  prepareForSandboxUser(folder);
  return file;
}
