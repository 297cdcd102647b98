import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES, readImport } from '../../../../electron/secrets/import-input.ts';

const read = (text: string | Buffer) => readImport(Buffer.from(text));
const stored = (secret: string | null, systemToken: string | null) => ({
  ok: true,
  value: { secret: secret === null ? null : Buffer.from(secret), systemToken },
});

describe('an import', () => {
  it.each<readonly [string, string | null, string | null]>([
    ['secret', 'secret', null],
    ['secret\n', 'secret', null],
    ['secret\n\n', 'secret', null],
    ['secret\ntoken', 'secret', 'token'],
    ['secret\ntoken\n', 'secret', 'token'],
    ['secret\r\ntoken\r\n', 'secret', 'token'],
    ['\ntoken\n', null, 'token'],
    [' sec ret \n tök en ', ' sec ret ', ' tök en '],
    ['secret\ntoken\n\n\n', 'secret', 'token'],
  ])('reads the import %j', (text, secret, token) => {
    expect(read(text)).toEqual(stored(secret, token));
  });

  it('takes the bytes of an imported secret as they are', () => {
    const taken = read(Buffer.from([0, 255, 1, 0x0a]));
    expect(taken.ok && taken.value.secret).toEqual(Buffer.from([0, 255, 1]));
  });

  it.each([
    ['', /is empty/],
    ['\n', /is empty/],
    ['\r\n\r\n', /is empty/],
    ['a\nb\nc', /more than two lines/],
    [`${'s'.repeat(4097)}\n`, /secret key is longer than 4096 bytes/],
    [`s\n${'t'.repeat(501)}`, /system token is longer than 500 characters/],
    ['s\nto\u0007ken', /control characters/],
    ['\ufeffsecret\ntoken\n', /^begins with a byte order mark/],
    [Buffer.from('secret\r\ntoken\r\n', 'utf16le'), /^is UTF-16/],
    ['x'.repeat(MAX_IMPORT_BYTES + 1), /is longer than \d+ bytes/],
  ])('refuses the import %j', (text, reason) => {
    const refused = read(text);
    expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(reason) as unknown });
  });

  it('refuses a token that is not UTF-8 without repeating it', () => {
    expect(read(Buffer.from([0x73, 0x0a, 0xff, 0xfe]))).toEqual({
      ok: false,
      error: 'the system token is not UTF-8',
    });
  });

  it('wipes the input of an import, also on a refusal', () => {
    for (const text of ['secret\ntoken', 'a\nb\nc']) {
      const bytes = Buffer.from(text);
      readImport(bytes);
      expect(bytes.every((byte) => byte === 0)).toBe(true);
    }
  });
});
