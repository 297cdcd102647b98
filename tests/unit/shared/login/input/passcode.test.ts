import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOfUnknownLayout,
  looksLikePasscode,
  parsePasscode,
  parseSecurityKeyPassword,
} from '../../../../../shared/login/input/passcode.ts';
import { anyCharacter } from '../../../../support/random/any-character.ts';
import { cpuMsOf } from '../../../../support/cpu-time.ts';

/** The code in a text, or `no-code` or `empty`. */
function codeOf(typed: string): string {
  const code = parsePasscode(typed);
  return code.ok ? code.value : code.error;
}

describe('a passcode', () => {
  it.each([
    // Digits, spaces, hyphens and their relatives: the digits.
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u2010456', '123456'], // hyphen
    ['123\u2011456', '123456'], // non-breaking hyphen
    ['123\u2013456', '123456'], // en dash
    ['123\u2014456', '123456'], // em dash
    ['123\u2212456', '123456'], // minus
    ['123\uff0d456', '123456'], // full-width hyphen
    ['123\u00ad456', '123456'], // soft hyphen
    ['123 - 456', '123456'],
    ['1 2 3 4 5 6', '123456'],
    ['123.456', '123456'],
    ['123\u00a0456', '123456'], // no-break space
    ['123\u202f456', '123456'], // narrow no-break space
    ['123\u2009456', '123456'], // thin space
    ['123\u3000456', '123456'], // ideographic space
    ['\u200e123456\u200f', '123456'],
    ['\u2066123456\u2069', '123456'],
    ['123\u200b456', '123456'],
    ['123\u2060456', '123456'],
    ['\ufeff123456', '123456'],
    ['12\u0000345\u0007 6', '123456'],
    ['\t123456\r\n', '123456'],
    ['\u001b[200~123456\u001b[201~', '123456'], // pasted into a terminal (bracketed paste)
    ['123\u001b[D456', '123456'], // an arrow key
    ['\u001b123456', '123456'], // the Escape key
    ['\u001b[200~XK4821QZ\u001b[201~', 'XK4821QZ'],
    ['\u001b[200~Your code is 123 456\u001b[201~', '123456'],
    ['123\n456', '123456'],
    ['１２３４５６', '123456'], // full width
    ['٠١٢٣٤٥', '012345'], // Arabic-Indic
    ['۰۱۲۳۴۵', '012345'], // Persian
    ['०१२३४५', '012345'], // Devanagari
    ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'], // mathematical bold
    ['１２３-456', '123456'],
    ['123456.', '123456'],
    ['“123456”', '123456'],
    ['[123 456]', '123456'],
    ['#123456', '123456'],
    ['123456 👍', '123456'],
    ['12', '12'],
    ['1', '1'],
    // Bypass codes are longer than the length that is announced.
    ['123456789', '123456789'],
    ['123 456 789', '123456789'],
    ['1234-5678-9012', '123456789012'],
    // Letters without white space: whole, hyphens included.
    ['XK4821QZ', 'XK4821QZ'],
    ['AB12-3456', 'AB12-3456'],
    ['xk4821qz', 'xk4821qz'],
    ['Xk4821qZ', 'Xk4821qZ'],
    ['G-918273', 'G-918273'],
    ['918273-G', '918273-G'],
    ['1234A', '1234A'],
    ['A', 'A'],
    ['abcdef', 'abcdef'],
    ['ab-cd-ef', 'ab-cd-ef'],
    ['7F3K-9Q2M-XX41', '7F3K-9Q2M-XX41'],
    ['code:123456', 'code:123456'],
    ['AB12_3456', 'AB12_3456'],
    [' XK4821QZ\n', 'XK4821QZ'],
    ['\u200eXK4821QZ\u200f', 'XK4821QZ'],
    ['XK48\u200b21QZ', 'XK4821QZ'],
    ['AB12\u20113456', 'AB12-3456'], // a hyphen at which no line is broken
    // Groups that hold a digit each are one code.
    ['AB12 3456', 'AB123456'],
    ['XK48 21QZ', 'XK4821QZ'],
    ['7F3K 9Q2M XX41', '7F3K9Q2MXX41'],
    ['ab12 \nAB12', 'ab12AB12'],
  ])('reads %j as the code %j', (typed, code) => {
    expect(codeOf(typed)).toBe(code);
  });

  it.each(['', ' ', '\u200b', '\u202e\u202c', '\u0000'])('finds no code to send in %j', (typed) => {
    expect(parsePasscode(typed)).toEqual({ ok: false, error: 'empty' });
  });

  it.each([
    '🙂',
    '“XK4821QZ”',
    '!?',
    '- -',
    'hello world',
    'AB 12 CD',
    '١٢٣ رمز',
    '您的验证码是123456，5分钟内有效', // a sentence of a script without spaces
    '认证码',
    '１２３ー４５６', // the long-vowel mark of a Japanese keyboard
    'АБ123456', // Cyrillic letters, which look like Latin ones
    'ＸＫ４８２１ＱＺ', // letters of full width
    '1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e3', // keycaps
  ])('finds no code in other words or signs: %j', (typed) => {
    expect(parsePasscode(typed)).toEqual({ ok: false, error: 'no-code' });
  });

  it('reads the digits of every script in a code', () => {
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
      expect([point.toString(16), codeOf(digit)]).toEqual([point.toString(16), value]);
    }
  });

  it.each(
    [
      '1'.repeat(4096),
      '1 '.repeat(2048),
      ' '.repeat(4096),
      `1${' '.repeat(4094)}x`,
      '٣'.repeat(4096),
      'a'.repeat(4096),
      'a1-'.repeat(1365),
      'a 1-'.repeat(1024),
      `${'a.'.repeat(2000)} 1`,
      '-'.repeat(4096),
      `a ${'1-'.repeat(2000)}x`,
      `a ${'+1 ('.repeat(1000)}`,
      '验1'.repeat(2048),
    ].map((typed) => [`${typed.slice(0, 8)}…`, typed]),
  )('reads %s of the longest length that the bridge lets through without delay', (_name, typed) => {
    expect(cpuMsOf(() => parsePasscode(typed))).toBeLessThan(5_000);
  });
});

describe('a passcode in a message', () => {
  it.each([
    ['Your code is 123456.', '123456'],
    ['Your code is 123 456', '123456'],
    [' Your code is: 123 456 ', '123456'],
    ['Your code is 123-456', '123456'],
    ['Your code is 123\u2212456', '123456'], // minus
    ['Votre code est 482\u00a0913', '482913'], // no-break space
    ['Your code is 1234', '1234'],
    ['Your code is 1234567890', '1234567890'],
    ['123 456 is your login code. Do not share it.', '123456'],
    ['Your passcode is 123456 and expires in 10 minutes', '123456'],
    ['Code 123456\n10 minutes', '123456'],
    ['Your code is 482913\n\n@example.com #482913', '482913'], // twice, as a domain-bound message has it
    ['YOUR CODE IS 123456', '123456'],
    ['GOOGLE 482913', '482913'], // a word as long as the code
    ['CODE 1234', '1234'],
    ['Your 2FA code is 123456, valid for 10 min', '123456'],
    ['Use G-482 for the page, the code is 918273', '918273'],
    ['On 2024-01-15 your code is 123456', '123456'],
    ["Giriş kodunuz 482913'tür.", '482913'],
    ['आपका कोड ४८२९१३ है', '482913'],
    ['رمز التحقق الخاص بك هو: ١٢٣٤٥٦', '123456'],
    ['\u200fקוד האימות שלך הוא \u200e123456\u200e', '123456'],
  ])('finds the one group of 4 to 10 digits in a message: %j', (typed, code) => {
    expect(codeOf(typed)).toBe(code);
  });

  it.each([
    'Your code is 12', // too short, and too long
    'Your code is 123',
    'Your code is 12345678901',
    'Bypass code: 1234-5678-9012', // more than two parts, or two of different lengths
    'Bypass code 12345 67890',
    'Your code is 12-34-56',
    'Your code is 1 2 3 4 5 6',
    'Your code is 1234-567',
    'Your code is 482 913 5 minutes',
    'Your code: 482913 10 minutes',
    'Code 482913, or call 4711', // two groups
    'Your code is XK4821QZ', // parts of words
    'G-918273 is your verification code',
    'Your bypass code is 1234-AB',
    'Your code is AB_1234',
    'AB12-CDEF GH34',
    'AB12 CDEF GH34', // a group of letters alone is a word
    'AB12 CDEF 3456', // perhaps one code, of which no part is sent
    'AB12 CDEF 3456 7890',
    'Your code is AB12 3456',
    'Your code is 123456, valid for 10min',
    'CODE AB12',
    'AB12 CDE F34',
  ])('never guesses a code: %j', (typed) => {
    expect(parsePasscode(typed)).toEqual({ ok: false, error: 'no-code' });
  });
});

/** Text as people type and paste it, and arbitrary text. */
const pasted = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '1',
        '23',
        '456',
        '7890',
        'A',
        'xy',
        'code',
        ' ',
        '  ',
        '\n',
        '\t',
        '-',
        '\u2011',
        '.',
        ',',
        ':',
        '\u200b',
        '\u00ad',
        '٣',
        '５',
        'Ｘ',
        '验',
        'は',
        'ー',
        '+',
        '/',
        '@',
        '#',
        'é',
        'e\u0301',
        '🙂',
      ),
      { maxLength: 24 },
    )
    .map((parts) => parts.join('')),
);
const RUNS = Number(process.env.GATEHOUSE_PROPERTY_RUNS ?? '500') * 4;

/** Whether `whole` contains `part` in order; digits and hyphens count by their meaning. */
function isTyped(part: string, whole: string): boolean {
  const rest = Array.from(part);
  for (const character of whole) {
    const [next] = rest;
    if (next === undefined) return true;
    const isDigit = /^\p{Nd}$/u.test(character) && /^\d$/.test(next);
    const isHyphen = next === '-' && /^[\p{Pd}\u2212]$/u.test(character);
    if (character === next || isDigit || isHyphen) rest.shift();
  }
  return rest.length === 0;
}

describe('any typed text', () => {
  it('reads a code that was read as itself', () => {
    const check = (typed: string): void => {
      const code = parsePasscode(typed);
      if (code.ok) expect(parsePasscode(code.value)).toEqual(code);
    };
    fc.assert(fc.property(pasted, check), { numRuns: RUNS });
  });

  it('sends what was typed in its order, without added characters', () => {
    const check = (typed: string): void => {
      const code = parsePasscode(typed);
      if (code.ok) expect(isTyped(code.value, typed)).toBe(true);
      const password = parseSecurityKeyPassword(typed);
      if (!password.ok) return;
      expect([typed, typed.toLowerCase()].some((text) => isTyped(password.value, text))).toBe(true);
    };
    fc.assert(fc.property(pasted, check), { numRuns: RUNS });
  });

  it('sends a code with letters and no white space whole', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*$/);
    const check = (typed: string): void => {
      expect(codeOf(` ${typed}\n`)).toBe(typed);
    };
    fc.assert(fc.property(code, check), { numRuns: RUNS });
  });

  it('sends digits in any grouping as digits alone', () => {
    const group = fc.stringMatching(/^\d+$/);
    const between = fc.constantFrom(
      ' ',
      '-',
      '\u00a0',
      '\u2011',
      '\u2013',
      '\uff0d',
      '\u200b',
      '\u3000',
      ' - ',
    );
    const check = (groups: readonly string[], separator: string): void => {
      expect(codeOf(groups.join(separator))).toBe(groups.join(''));
    };
    fc.assert(fc.property(fc.array(group, { minLength: 1 }), between, check), { numRuns: RUNS });
  });

  it('reads the password of a key that was read as itself', () => {
    const check = (typed: string): void => {
      const password = parseSecurityKeyPassword(typed);
      if (password.ok) expect(parseSecurityKeyPassword(password.value)).toEqual(password);
    };
    fc.assert(fc.property(pasted, check), { numRuns: RUNS });
  });
});

describe('the password of a security key', () => {
  const OTP = 'ccccccbcgujhingjrdejhgfnuetrgigvejhhgbkugded';
  it.each([
    [OTP, OTP],
    [`${OTP}\n`, OTP],
    [`  ${OTP}\r\n`, OTP],
    [OTP.toUpperCase(), OTP],
    [`${OTP.slice(0, 20)}\u200b\u0000${OTP.slice(20)}`, OTP],
    ['123456', '123456'],
    ['CCCCCB 123', 'cccccb123'],
    // Mixed case is no caps lock.
    ['CcCcCb', 'CcCcCb'],
    ['ccccccB', 'ccccccB'],
    ['aB3+/x==', 'aB3+/x=='],
    ['CCÉ', 'CCÉ'],
    ['CCÇç', 'CCÇç'],
  ])('reads the password of a key from %j as %j', (typed, password) => {
    expect(parseSecurityKeyPassword(typed)).toEqual({ ok: true, value: password });
  });

  it.each(['', ' ', '\u202e'])('finds no password of a key in %j', (typed) => {
    expect(parseSecurityKeyPassword(typed)).toEqual({ ok: false, error: 'empty' });
  });
});

describe('the keyboard layout of a security key', () => {
  it.each(['k'.repeat(32), '0a'.repeat(16), 'ö'.repeat(31)])(
    'takes the layout of the password %j for known',
    (password) => {
      expect(isOfUnknownLayout(password)).toBe(false);
    },
  );

  it.each(['ö'.repeat(32), `${'k'.repeat(32)}q`, `${'0a'.repeat(16)}k`])(
    'takes the layout of the password %j for unknown',
    (password) => {
      expect(isOfUnknownLayout(password)).toBe(true);
    },
  );
});

describe('a prompt that takes a code and other answers', () => {
  it.each(['1234', ' 918 273 ', 'Your code is 482913', 'AB12'])('takes %j for a code', (typed) => {
    expect(looksLikePasscode(typed)).toBe(true);
  });

  it.each(['', '123', 'ab1', 'back', 'Code 482913, or call 4711'])(
    'takes %j for another answer',
    (typed) => {
      expect(looksLikePasscode(typed)).toBe(false);
    },
  );
});
