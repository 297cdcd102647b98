import type { RegistryValue } from '../../../electron/os/windows/ask-system.ts';

/** Values of the registry in bytes, as Windows keeps them and gatehouse-system.exe gives them. */
export function registryText(key: string, name: string, text: string): RegistryValue {
  return { key, name, type: 1, data: Buffer.from(`${text}\0`, 'utf16le').toString('hex') };
}

export function registryNumber(key: string, name: string, number: number): RegistryValue {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return { key, name, type: 4, data: bytes.toString('hex') };
}

export function registryTexts(key: string, name: string, texts: readonly string[]): RegistryValue {
  const text = [...texts.map((one) => `${one}\0`), '\0'].join('');
  return { key, name, type: 7, data: Buffer.from(text, 'utf16le').toString('hex') };
}
