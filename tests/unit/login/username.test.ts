import { describe, expect, it } from 'vitest';
import { isSameUsername, MAX_USERNAME_LENGTH, parseUsername } from '../../../shared/login/username.ts';

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
  ])('%j is sent as %j', (typed, sent) => {
    expect(parseUsername(typed)).toEqual({ ok: true, value: sent });
  });

  it.each(['', ' ', '\t\n\r', '\u00a0', '\u2003', '\ufeff'])('%j is empty', (typed) => {
    expect(parseUsername(typed)).toEqual({ ok: false, error: 'empty' });
  });

  it.each(['a'.repeat(MAX_USERNAME_LENGTH + 1), '🙂'.repeat(MAX_USERNAME_LENGTH + 1), 'x'.repeat(4096)])(
    'of more than 256 code points is too long',
    (typed) => {
      expect(parseUsername(typed)).toEqual({ ok: false, error: 'too-long' });
    },
  );

  it.each([
    ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\n', '\r', '\t'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'],
    ...['\u2028', '\u2029', '\u200b', '\u2060', '\ufeff', '\ufffa', '\ud800', '\udfff'],
  ])('with %j inside is unusable', (character) => {
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
  ])('%j and %j: %s', (left, right, isSame) => {
    expect(isSameUsername(left, right)).toBe(isSame);
    expect(isSameUsername(right, left)).toBe(isSame);
  });
});
