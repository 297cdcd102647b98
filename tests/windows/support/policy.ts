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

/** Sets the service, its secret, and what else is given as `[key, name, value]`. */
export async function setPolicy(
  { url, systemToken, secretKey }: Emulator,
  more: readonly (readonly [string, string, string])[] = [],
): Promise<void> {
  const secret = inPersonsFolder(windowsRun().prefix, 'console 漢字', 'secret');
  writeThere(secret, secretKey);
  for (const [key, name, value] of [
    ['\\service', 'baseUrl', url],
    ['\\service', 'systemToken', systemToken],
    ['\\credentials', 'secretKeyFile', secret.there],
    ...more,
  ] as const)
    await registry('add', `${POLICY}${key}`, '/v', name, '/t', 'REG_SZ', '/d', value);
}

export const removePolicy = (): Promise<void> => registry('delete', POLICY);
