import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './demonstration.ts';
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

/** Makes folders and files of the user that the program runs as. */
export type Owner = Readonly<{
  makeFolder: (prefix: string) => string;
  own: (path: string) => void;
}>;

const ELECTRONS_USER: Owner = { makeFolder: makeSandboxFolder, own: prepareForSandboxUser };

type FileOptions = Readonly<{
  /** Electron's user by default. */
  owner?: Owner;
  /** Texts of more files in the folder, by their names, for everybody to read. */
  beside?: Readonly<Record<string, string>>;
}>;

/** Writes a configuration and its secret file, in a folder of their own; its path. */
export function writeConfig(
  { url, systemToken, secretKey }: Pick<Service, 'url' | 'systemToken' | 'secretKey'>,
  changes: ConfigJson = {},
  { owner = ELECTRONS_USER, beside = {} }: FileOptions = {},
): string {
  const folder = owner.makeFolder('config-');
  const file = join(folder, 'config.json');
  writeFileSync(join(folder, 'secret'), secretKey);
  chmodSync(join(folder, 'secret'), 0o600);
  const config = {
    ...changes,
    service: { baseUrl: url, systemToken, ...changes.service },
    credentials: { secretKeyFile: 'secret', ...changes.credentials },
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  for (const [name, text] of Object.entries(beside))
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  owner.own(folder);
  return file;
}
