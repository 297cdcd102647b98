/** The configuration as an administrator sets it: what is installed takes a service on loopback from nobody else. */
import type { Emulator } from '../../../emulator/emulator.ts';
import { inPersonsFolder, writeThere } from './product.ts';
import { runWindows, windowsRun } from './windows-program.ts';

const POLICY = 'HKLM\\Software\\Policies\\Gatehouse';

/** Wine's own reg.exe, as an administrator has it. */
async function registry(...words: readonly string[]): Promise<void> {
  const { code, stderr } = await runWindows(['C:\\windows\\system32\\reg.exe', ...words, '/f']);
  if (code !== 0) throw new Error(`reg ${words.join(' ')}: ${String(code)} ${stderr}`);
}

const set = (key: string, name: string, value: string): Promise<void> =>
  registry('add', `${POLICY}${key}`, '/v', name, '/t', 'REG_SZ', '/d', value);

/** Sets the service and its secret. */
export async function setPolicy({ url, systemToken, secretKey }: Emulator): Promise<void> {
  const secret = inPersonsFolder(windowsRun().prefix, 'console 漢字', 'secret');
  writeThere(secret, secretKey);
  await set('\\service', 'baseUrl', url);
  await set('\\service', 'systemToken', systemToken);
  await set('\\credentials', 'secretKeyFile', secret.there);
}

/** A language of ours, or `system`. */
export const setLanguage = (language: string): Promise<void> => set('', 'language', language);

export const removePolicy = (): Promise<void> => registry('delete', POLICY);
