import { failure, success, type Result } from '../../../shared/result.ts';
import type { RegistryValue } from './ask-system.ts';

export type RegistryData =
  | Readonly<{ type: 'REG_SZ'; value: string }>
  | Readonly<{ type: 'REG_DWORD'; value: number }>
  | Readonly<{ type: 'REG_MULTI_SZ'; value: readonly string[] }>;

/** Names of types that no key takes, for error messages. */
const OTHER_TYPES: Readonly<Record<number, string>> = {
  0: 'REG_NONE',
  2: 'REG_EXPAND_SZ',
  3: 'REG_BINARY',
  5: 'REG_DWORD_BIG_ENDIAN',
  6: 'REG_LINK',
  11: 'REG_QWORD',
};

/**
 * Decodes a value. Refuses REG_EXPAND_SZ, into which Windows inserts environment variables that the
 * person can set.
 */
export function readRegistryValue({ type, data }: RegistryValue): Result<RegistryData, string> {
  const bytes = Buffer.from(data, 'hex');
  switch (type) {
    case 1: {
      const value = textOf(bytes);
      return value === null ? failure('is a damaged REG_SZ') : success({ type: 'REG_SZ', value });
    }
    case 4:
      if (bytes.length !== 4) return failure('is a damaged REG_DWORD');
      return success({ type: 'REG_DWORD', value: bytes.readUInt32LE(0) });
    case 7: {
      const value = textsOf(bytes);
      return value === null
        ? failure('is a damaged REG_MULTI_SZ')
        : success({ type: 'REG_MULTI_SZ', value });
    }
    default:
      return failure(`is of type ${OTHER_TYPES[type] ?? String(type)}, which no key takes`);
  }
}

/** The text of a REG_SZ, with or without a final zero. Null if invalid. */
function textOf(bytes: Buffer): string | null {
  if (bytes.length % 2 !== 0) return null;
  const text = bytes.toString('utf16le').replace(/\0$/, '');
  return text.includes('\0') || !isWellFormed(text) ? null : text;
}

/**
 * The texts of a REG_MULTI_SZ. A zero ends each text, and another one the list; the last two may be
 * missing. Null if invalid.
 */
function textsOf(bytes: Buffer): readonly string[] | null {
  if (bytes.length % 2 !== 0) return null;
  const whole = bytes.toString('utf16le').replace(/\0{1,2}$/, '');
  const texts = whole === '' ? [] : whole.split('\0');
  return texts.every((text) => text !== '' && isWellFormed(text)) ? texts : null;
}

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text);
}
