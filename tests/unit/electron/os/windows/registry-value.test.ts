import { describe, expect, it } from 'vitest';
import { readRegistryValue } from '../../../../../electron/os/windows/registry-value.ts';

const text = (value: string): string => Buffer.from(value, 'utf16le').toString('hex');
const read = (type: number, data: string) => readRegistryValue({ key: '', name: 'x', type, data });

describe('a value of the registry (SEC-62)', () => {
  it.each([
    [1, text('a\0'), 'REG_SZ', 'a'],
    [1, text('a'), 'REG_SZ', 'a'],
    [1, text('Größe 漢字 🙂\0'), 'REG_SZ', 'Größe 漢字 🙂'],
    [1, text('\0'), 'REG_SZ', ''],
    [1, '', 'REG_SZ', ''],
    [4, '00000000', 'REG_DWORD', 0],
    [4, '2c010000', 'REG_DWORD', 300],
    [4, 'ffffffff', 'REG_DWORD', 4_294_967_295],
    [7, text('a\0bc\0\0'), 'REG_MULTI_SZ', ['a', 'bc']],
    [7, text('a\0'), 'REG_MULTI_SZ', ['a']],
    [7, text('\0'), 'REG_MULTI_SZ', []],
    [7, '', 'REG_MULTI_SZ', []],
  ])('reads the registry’s type %i with %j as %s %j', (type, data, name, value) => {
    expect(read(type, data)).toEqual({ ok: true, value: { type: name, value } });
  });

  it.each([
    [1, '61', 'is a damaged REG_SZ'],
    [1, text('a\0b\0'), 'is a damaged REG_SZ'],
    [1, '00d8', 'is a damaged REG_SZ'],
    [4, '0000', 'is a damaged REG_DWORD'],
    [4, '0000000000', 'is a damaged REG_DWORD'],
    [7, text('a\0\0b\0\0'), 'is a damaged REG_MULTI_SZ'],
    [7, '616161', 'is a damaged REG_MULTI_SZ'],
    [2, text('%APPDATA%\0'), 'is of type REG_EXPAND_SZ, which no key takes'],
    [3, '00', 'is of type REG_BINARY, which no key takes'],
    [11, '0000000000000000', 'is of type REG_QWORD, which no key takes'],
    [99, '', 'is of type 99, which no key takes'],
  ])(
    'refuses the registry’s type %i with %j, and does not repeat its text',
    (type, data, error) => {
      expect(read(type, data)).toEqual({ ok: false, error });
    },
  );
});
