import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isEmailAddress,
  isIpAddress,
  isPhoneNumber,
} from '../../../../shared/command-line/address-formats.ts';

describe('an e-mail address', () => {
  it.each([
    'alice@example.com',
    'Alice.Smith+mfa@Mail.Example.co.uk',
    "o'neil@example.org",
    'a@b',
    '用户@例え.jp',
    'jos\u00e9@example.com',
    'x_y-z@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
  ])('takes %s for an e-mail address', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    '',
    'alice',
    '@',
    'alice@',
    '@example.com',
    'a@b@c',
    'a b@example.com',
    'a@exa mple.com',
    'a@example..com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@.com',
    'a@com.',
    'a@-b.com',
    'a@b-.com',
    '<a@example.com>',
    '"a"@example.com',
    'a,b@example.com',
    'a;b@example.com',
    'mailto:a@example.com',
    'a@example.com\n',
    'a\u0000@example.com',
    'a\u202e@example.com',
    'a\u200b@example.com',
    'a＠example.com',
    'a@[192.0.2.1]',
    'a@exa_mple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(160)}c`,
  ])('refuses %j as an e-mail address', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

describe('a telephone number', () => {
  it.each([
    '110',
    '+49 30 123456',
    '+4930123456',
    '030/123456',
    '(030) 123-456',
    '+1 (555) 010-0199',
    '020.7946.0958',
    '+44 (0)20 7946 0958',
    '12345678901234567890',
  ])('takes %s for a telephone number', (text) => {
    expect(isPhoneNumber(text)).toBe(true);
  });

  it.each([
    '',
    '1',
    '12',
    '+',
    '++49301',
    '49+301',
    'tel:+4930',
    '030-',
    ' 030 1',
    '030 1 ',
    '030 1x2',
    '+49 30 1\n',
    '123456789012345678901',
    '٠٣٠١٢٣',
    '０３０１２３',
    '030\u00a0123',
    '1;ext=2',
    `1${' '.repeat(80)}23`,
  ])('refuses %j as a telephone number', (text) => {
    expect(isPhoneNumber(text)).toBe(false);
  });
});

describe('an IP address', () => {
  // More of them are compared with Node's below.
  it.each([
    '192.0.2.7',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::ffff:192.0.2.7',
    '1::',
    '1:2:3:4:5:6:7::',
  ])('takes %s for an IP address', (text) => {
    expect(isIpAddress(text)).toBe(true);
  });

  it.each([
    '',
    '1.2.3',
    '256.1.1.1',
    '1.2.3.04',
    '0x1.2.3.4',
    '1.2.3.4/24',
    '192.0.2.7:80',
    '１.2.3.4',
    '1::2::3',
    '1:2:3:4:5:6:7:8::',
    'g::',
    '[::1]',
    '::1%eth0',
    ' ::1',
    '::1\n',
  ])('refuses %j as an IP address', (text) => {
    expect(isIpAddress(text)).toBe(false);
  });

  it('takes a text for an IP address if and only if Node does', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '7',
      '255',
      '256',
      'ffff',
      'abcd',
      '12345',
      '01',
      '',
      '192.0.2.7',
    );
    const text = fc
      .array(fc.tuple(piece, fc.constantFrom(':', ':', ':', '::', '.')), { maxLength: 10 })
      .map((parts) => parts.flat().slice(0, -1).join(''));
    const any = fc.oneof(text, fc.ipV4(), fc.ipV6(), fc.ipV4Extended());
    fc.assert(
      fc.property(any, (address) => {
        expect([address, isIpAddress(address)]).toEqual([address, isIP(address) !== 0]);
      }),
      { numRuns: 20_000 },
    );
  });
});
