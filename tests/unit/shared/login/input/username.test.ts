import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSameUsername,
  MAX_USERNAME_LENGTH,
  parseUsername,
} from '../../../../../shared/login/input/username.ts';

describe('a username', () => {
  it.each([
    ['alice', 'alice'],
    ['  alice\t', 'alice'],
    ['DOMAIN\\alice', 'DOMAIN\\alice'],
    ['alice@example.com', 'alice@example.com'],
    ['Alice Smith', 'Alice Smith'],
    ["o'neil; drop table", "o'neil; drop table"],
    ['<b>alice</b>', '<b>alice</b>'],
    ['أليس', 'أليس'],
    ['עליזה', 'עליזה'],
    ['爱丽丝', '爱丽丝'],
    ['Ålice', 'Ålice'],
    ['A\u030alice', 'A\u030alice'],
    ['🙂', '🙂'],
    ['👩‍💻', '👩‍💻'],
    ['می‌خواهم', 'می‌خواهم'],
    ['\ufeffalice', 'alice'],
    ['a'.repeat(MAX_USERNAME_LENGTH), 'a'.repeat(MAX_USERNAME_LENGTH)],
    ['🙂'.repeat(MAX_USERNAME_LENGTH), '🙂'.repeat(MAX_USERNAME_LENGTH)],
  ])('sends the name %j as %j', (typed, sent) => {
    expect(parseUsername(typed)).toEqual({ ok: true, value: sent });
  });

  it.each(['', ' ', '\t\n\r', '\u00a0', '\u2003', '\ufeff'])('finds the name %j empty', (typed) => {
    expect(parseUsername(typed)).toEqual({ ok: false, error: 'empty' });
  });

  it.each([
    'a'.repeat(MAX_USERNAME_LENGTH + 1),
    '🙂'.repeat(MAX_USERNAME_LENGTH + 1),
    'x'.repeat(4096),
  ])('refuses a name of more than 256 code points', (typed) => {
    expect(parseUsername(typed)).toEqual({ ok: false, error: 'too-long' });
  });

  it.each([
    '\u0000',
    '\u0007',
    '\u001b',
    '\u007f',
    '\u0085',
    '\n',
    '\r',
    '\t',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u2028',
    '\u2029',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\ufffa',
    '\ud800',
    '\udfff',
  ])('refuses a name with %j inside', (character) => {
    expect(parseUsername(`al${character}ice`)).toEqual({ ok: false, error: 'unusable-characters' });
  });
});

describe('the same username', () => {
  it.each([
    ['alice', 'ALICE', true],
    ['Ålice', 'å\u006cice', true],
    ['Ålice', 'A\u030alice', true],
    ['\u212blice', 'ålice', true], // the Ångström sign
    ['İ', 'i̇', true],
    ['straße', 'STRASSE', false],
    ['ﬁ', 'fi', false], // compatibility forms are other names
    ['alice', 'аlice', false], // Cyrillic а
    ['alice', 'alice\u200d', false],
    ['', ' ', false],
  ])('tells whether %j and %j are the same name: %s', (left, right, isSame) => {
    expect(isSameUsername(left, right)).toBe(isSame);
    expect(isSameUsername(right, left)).toBe(isSame);
  });
});

describe('the same username with domains (SEC-40)', () => {
  const DOMAINS = ['CORP', 'corp.example.com', 'Straße.example', 'Ålesund'];

  it.each([
    ['CORP\\alice', 'alice'],
    ['alice@corp.example.com', 'alice'],
    ['CORP\\alice', 'alice@corp.example.com'],
    ['corp\\Alice', 'ALICE@CORP.EXAMPLE.COM'],
    ['alice@CORP', 'alice'],
    ['corp.example.com\\alice', 'alice'],
    ['A\u030alesund\\alice', 'alice'], // the domain in another normal form
    ['alice@STRAẞE.EXAMPLE', 'alice'],
    // Domains that are not listed are part of the name, and stay.
    ['a@b@corp.example.com', 'a@b'],
    ['CORP\\alice@other.example', 'alice@other.example'],
    ['CORP\\OTHER\\alice', 'OTHER\\alice'],
    ['CORP\\alice@', 'alice@'],
    // A name that begins like a domain is no domain.
    ['CORP\\corps', 'corps'],
  ])('takes %j and %j for one person (SEC-40)', (left, right) => {
    expect(isSameUsername(left, right, DOMAINS)).toBe(true);
    expect(isSameUsername(right, left, DOMAINS)).toBe(true);
    expect(isSameUsername(left, right)).toBe(false);
  });

  it.each([
    // Another tenant's alice.
    ['OTHER\\alice', 'alice'],
    ['alice@other.example', 'alice'],
    ['alice@other.example', 'alice@corp.example.com'],
    ['OTHER\\alice', 'CORP\\alice'],
    ['alice@sub.corp.example.com', 'alice'],
    ['alice@example.com', 'alice'],
    ['alice@xcorp.example.com', 'alice'],
    ['XCORP\\alice', 'alice'],
    // Another person.
    ['CORP\\alice', 'bob'],
    ['CORP\\alice', 'bob@corp.example.com'],
    ['CORP\\alice', 'alice2'],
    // Two domains: at most one is omitted, and between two listed ones the choice is ambiguous.
    ['CORP\\alice@corp.example.com', 'alice'],
    ['CORP\\alice@corp.example.com', 'CORP\\alice'],
    ['CORP\\alice@corp.example.com', 'alice@corp.example.com'],
    ['alice@corp.example.com@corp.example.com', 'alice'],
    ['alice@corp.example.com@corp.example.com', 'alice@corp.example.com'],
    ['alice@CORP@corp.example.com', 'alice@corp.example.com@CORP'],
    ['CORP\\alice@corp.example.com', 'alice@corp.example.com@CORP'],
    ['CORP\\alice@corp.example.com', 'corp.example.com\\alice@corp.example.com'],
    ['CORP\\CORP\\alice', 'alice'],
    ['CORP\\CORP\\alice', 'CORP\\alice'],
    ['a@corp.example.com@b', 'a@b'],
    ['a@corp.example.com@b', 'a'],
    ['OTHER\\alice@corp.example.com', 'alice'],
    ['alice@other.example@corp.example.com', 'alice'],
    // An empty name, or an empty domain.
    ['CORP\\', ''],
    ['@corp.example.com', ''],
    ['CORP\\', '@corp.example.com'],
    ['\\alice', 'alice'],
    ['alice@', 'alice'],
    ['CORP', 'alice'],
    // Look-alikes.
    ['СORP\\alice', 'alice'], // Cyrillic С
    ['CORP\\аlice', 'alice'], // Cyrillic а
    ['CORP＼alice', 'alice'], // full-width
    ['alice＠corp.example.com', 'alice'],
    ['alice@corp．example.com', 'alice'],
    ['alice@corp\u2024example.com', 'alice'],
    ['ＣＯＲＰ\\alice', 'alice'],
    ['CORP/alice', 'alice'],
    ['CORP\u2216alice', 'alice'],
    ['alice@corp.example.com.', 'alice'],
    ['alice@.corp.example.com', 'alice'],
    ['CORP.\\alice', 'alice'],
    ['alice.@corp.example.com', 'alice'],
    ['CORP\\ alice', 'alice'],
    ['CORP \\alice', 'alice'],
    ['alice@ corp.example.com', 'alice'],
    ['CORP\u200d\\alice', 'alice'],
    ['alice@corp.example.com\u200d', 'alice'],
    // Case pairs that are no pairs.
    ['alice@strasse.example', 'alice'],
    ['CORP\\straße', 'STRASSE'],
    ['CORP\\İda', 'ida'],
    ['CORP\\ıda', 'IDA'],
  ])('takes %j and %j for two people (SEC-40)', (left, right) => {
    expect(isSameUsername(left, right, DOMAINS)).toBe(false);
    expect(isSameUsername(right, left, DOMAINS)).toBe(false);
  });

  it('takes names for the same only if they agree once each drops one listed domain at most (SEC-40)', () => {
    const name = fc.stringMatching(
      /^(?:(?:CORP|OTHER|a|b)\\)?(?:a|b|alice|)(?:@(?:corp|other|a|b)){0,2}$/,
    );
    const lists = fc.subarray(['corp', 'OTHER', 'a']);
    fc.assert(
      fc.property(name, name, lists, (left, right, domains) => {
        if (!isSameUsername(left, right, domains)) return;
        const spellings = (text: string): string[] => {
          const folded = text.toLowerCase();
          const without = domains.flatMap((domain) => {
            const listed = domain.toLowerCase();
            return [
              ...(folded.startsWith(`${listed}\\`) ? [folded.slice(listed.length + 1)] : []),
              ...(folded.endsWith(`@${listed}`) ? [folded.slice(0, -listed.length - 1)] : []),
            ];
          });
          return [folded, ...without];
        };
        expect(
          spellings(left).filter((spelling) => spellings(right).includes(spelling)),
        ).not.toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  it('takes names for the same if both are the same as a third (SEC-40)', () => {
    const name = fc.stringMatching(/^(?:(?:CORP|OTHER)\\){0,2}(?:a|b)(?:@(?:corp|other)){0,2}$/);
    fc.assert(
      fc.property(name, name, name, (one, two, three) => {
        const isSame = (left: string, right: string): boolean =>
          isSameUsername(left, right, ['corp', 'other']);
        if (isSame(one, two) && isSame(two, three)) expect(isSame(one, three)).toBe(true);
        expect(isSame(one, one)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
