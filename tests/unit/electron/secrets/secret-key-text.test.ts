import { describe, expect, it } from 'vitest';
import {
  encodingFault,
  readSecretKey,
  remarkOn,
} from '../../../../electron/secrets/secret-key-text.ts';

const KEY = 'a1b2c3d4e5f6';
const read = (content: string | Buffer) => readSecretKey(Buffer.from(content));
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

describe('the content of a secret file', () => {
  it.each([KEY, 'x', 'schlüssel🙂', 'two words', `${KEY}'s`, 'a=b'])(
    'takes the key as it is: %j',
    (text) => {
      expect(read(text)).toEqual({ ok: true, value: { bytes: Buffer.from(text), remark: null } });
    },
  );

  it.each([
    [
      'in UTF-8 with a mark',
      `\ufeff${KEY}`,
      'begins with a byte order mark; it must be UTF-8 without one',
    ],
    ['of a mark alone', '\ufeff', 'begins with a byte order mark; it must be UTF-8 without one'],
    ['in UTF-16 with a mark', utf16(`\ufeff${KEY}\n`), 'is UTF-16; it must be UTF-8'],
    [
      'in big-endian UTF-16 with a mark',
      swapped(utf16(`\ufeff${KEY}`)),
      'is UTF-16; it must be UTF-8',
    ],
    ['in UTF-16 without a mark', utf16(KEY), 'is UTF-16; it must be UTF-8'],
    ['in big-endian UTF-16 without a mark', swapped(utf16(KEY)), 'is UTF-16; it must be UTF-8'],
    ['with a second line', `${KEY}\ntoken`, 'has a second line; it must hold the secret key alone'],
    [
      'with a third line',
      `${KEY}\n\ntoken`,
      'has a second line; it must hold the secret key alone',
    ],
    ['behind an empty line', `\r\n${KEY}`, 'has a second line; it must hold the secret key alone'],
    ['of empty lines', '\n\n', 'is empty'],
    ['of blanks', ' \t\u00a0', 'is empty'],
  ])('refuses a key %s, without a word of it', (_how, content, error) => {
    expect(read(content)).toEqual({ ok: false, error });
  });

  it.each([
    [` ${KEY}`, 'a blank at its beginning'],
    [`${KEY}\t`, 'a blank at its end'],
    [`${KEY}\u00a0`, 'a blank at its end'],
    [`${KEY}\u200b`, 'a blank at its end'],
    [`${KEY}\r`, 'a blank at its end'],
    [`"${KEY}"`, 'a quotation mark at its beginning, a quotation mark at its end'],
    [`${KEY}'`, 'a quotation mark at its end'],
    [`“${KEY}`, 'a quotation mark at its beginning'],
    [`${KEY}\n`, 'an empty line behind it'],
    [`${KEY}\r\n`, 'an empty line behind it'],
    [`${KEY}\r\n\r\n \n`, '3 empty lines behind it'],
    [
      ` ${KEY}"\n`,
      'a blank at its beginning, a quotation mark at its end, an empty line behind it',
    ],
  ])('takes the key %j unchanged, and remarks on it', (text, remark) => {
    const value = { bytes: Buffer.from(text), remark: `the secret key has ${remark}` };
    expect(read(text)).toEqual({ ok: true, value });
  });
});

describe('a key without its file', () => {
  it('remarks on the ends of a key without its file', () => {
    expect(remarkOn(Buffer.from(`${KEY} `))).toBe('the secret key has a blank at its end');
    expect(remarkOn(Buffer.from(KEY))).toBeNull();
    expect(remarkOn(Buffer.alloc(0))).toBeNull();
  });

  it('finds no fault in the encoding of a key that is no text', () => {
    expect(encodingFault(Buffer.from([0, 255, 10, 128, 13]))).toBeNull();
    expect(encodingFault(Buffer.alloc(0))).toBeNull();
    expect(encodingFault(Buffer.from([0]))).toBeNull();
  });
});
