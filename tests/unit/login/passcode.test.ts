import { describe, expect, it } from 'vitest';
import { normalisePasscode, normaliseSecurityKeyPassword } from '../../../shared/login/passcode.ts';

describe('a passcode', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u2011456', '123456'], // non-breaking hyphen
    ['123\u2013456', '123456'],
    ['1 2 3 4 5 6', '123456'],
    ['123.456', '123456'],
    ['123\u00a0456', '123456'],
    ['\u200e123456\u200f', '123456'],
    ['123\u200b456', '123456'],
    ['12\u0000345\u0007 6', '123456'],
    ['\t123456\r\n', '123456'],
    ['１２３４５６', '123456'], // full width
    ['٠١٢٣٤٥', '012345'], // Arabic-Indic
    ['۰۱۲۳۴۵', '012345'], // Persian
    ['०१२३४५', '012345'], // Devanagari
    ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'], // mathematical bold
    ['１２３-456', '123456'],
    ['Your code is 123456.', '123456'],
    ['Your code is 123 456', '123456'],
    ['123456 is your Payroll code', '123456'],
    ['<#> 918273 is your code\nabcDEF12345', '918273'],
    ['G-918273', '918273'],
    ['Il tuo codice è: 918273, valido 5 minuti', '918273'],
    ['123456789', '123456789'],
    ['1234-5678-9012', '123456789012'],
    ['12', '12'],
    ['abcdef', 'abcdef'],
    ['ab-cd ef', 'abcdef'],
    ['🙂', '🙂'],
    ['1', '1'],
  ])('%j is %j', (typed, code) => {
    expect(normalisePasscode(typed)).toBe(code);
  });

  it.each(['', ' ', '\u200b', '\u202e\u202c', '- -', '\u0000'])('%j is none', (typed) => {
    expect(normalisePasscode(typed)).toBe('');
  });

  it('knows the digits of every script', () => {
    // Unicode guarantees that decimal digits come in ascending runs of ten.
    let run = 0;
    for (let point = 0x30; point <= 0x1ffff; point += 1) {
      const digit = String.fromCodePoint(point);
      if (!/^\p{Nd}$/u.test(digit)) {
        run = 0;
        continue;
      }
      const value = String(run % 10);
      run += 1;
      expect([point.toString(16), normalisePasscode(digit)]).toEqual([point.toString(16), value]);
    }
  });

  it.each(['1'.repeat(4096), '1 '.repeat(2048), ' '.repeat(4096), `1${' '.repeat(4094)}x`, '٣'.repeat(4096)])(
    'of the longest that the bridge lets through takes no time',
    (typed) => {
      const from = performance.now();
      normalisePasscode(typed);
      expect(performance.now() - from).toBeLessThan(500);
    },
  );
});

describe('the password of a security key', () => {
  const OTP = 'ccccccbcgujhingjrdejhgfnuetrgigvejhhgbkugded';
  it.each([
    [OTP, OTP],
    [`${OTP}\n`, OTP],
    [`  ${OTP}\r\n`, OTP],
    [OTP.toUpperCase(), OTP],
    [`${OTP.slice(0, 20)}\u200b\u0000${OTP.slice(20)}`, OTP],
    ['ｃｃｃ', 'ccc'],
    ['123456', '123456'],
    ['', ''],
    ['\u202e', ''],
  ])('%j is %j', (typed, password) => {
    expect(normaliseSecurityKeyPassword(typed)).toBe(password);
  });
});

describe('a message with several numbers', () => {
  it.each([
    ['On 2024-01-15 your code is 123456', 6, '123456'],
    ['On 2024-01-15 your code is 123456', null, '20240115'],
    ['123456789', 6, '123456789'],
  ])('%s, %s digits announced: %s', (typed, length, code) => {
    expect(normalisePasscode(typed, length)).toBe(code);
  });
});
