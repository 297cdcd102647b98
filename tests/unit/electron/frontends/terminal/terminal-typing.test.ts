import { expect, it } from 'vitest';
import { readImport } from '../../../../../electron/secrets/import-input.ts';
import { MAX_SECRET_BYTES } from '../../../../../electron/secrets/read-secret-file.ts';
import {
  editedLine,
  withoutEscapeKey,
} from '../../../../../electron/frontends/terminal/terminal-typing.ts';

it.each([
  ['abc', { text: 'abc', rest: '', endedBy: null }],
  ['abc\rdef', { text: 'abc', rest: 'def', endedBy: 'enter' }],
  ['abc\n', { text: 'abc', rest: '', endedBy: 'enter' }],
  ['abx\u007fc\b\bZ\r', { text: 'aZ', rest: '', endedBy: 'enter' }],
  ['\u007f\u007fa\r', { text: 'a', rest: '', endedBy: 'enter' }],
  ['ab😀\u007fc\r', { text: 'abc', rest: '', endedBy: 'enter' }],
  ['wrong\u0015right\r', { text: 'right', rest: '', endedBy: 'enter' }],
  ['\u0004', { text: '', rest: '', endedBy: 'end' }],
  ['ab\u0004c\r', { text: 'abc', rest: '', endedBy: 'enter' }],
  ['ab\u0003', { text: 'ab', rest: '', endedBy: 'interrupt' }],
  ['ab\u001c', { text: 'ab', rest: '', endedBy: 'quit' }],
  ['a\u001b[Ab\u001b[1;5Cc\u001bOPd\u0000\r', { text: 'abcd', rest: '', endedBy: 'enter' }],
])('edits the hidden line of the keys %j', (keys, typed) => {
  expect(editedLine(keys)).toEqual(typed);
});

it.each([
  ['a paste in brackets', '\u001b[200~abc\u001b[201~\r'],
  ['arrow keys', 'a\u001b[1;5Cb\u001bOAc\r'],
  ['the answer to a query', '\u001b]11;rgb:0/0/0\u001b\\abc\r'],
])('leaves %s out of a hidden line, wherever the reads divide it', (_what, keys) => {
  for (let cut = 1; cut < keys.length; cut += 1) {
    const { text } = editedLine(keys.slice(0, cut));
    expect([cut, editedLine(text + keys.slice(cut))]).toEqual([
      cut,
      { text: 'abc', rest: '', endedBy: 'enter' },
    ]);
  }
});

it('keeps every letter of a hidden line behind an Escape key', () => {
  expect(editedLine('\u001babc\r').text).toBe('abc');
  expect(editedLine(`${editedLine('\u001b').text}abc\r`).text).toBe('abc');
  expect(editedLine('abc\u001b\r')).toEqual({ text: 'abc', rest: '', endedBy: 'enter' });
});

it.each([
  ['abc', 'abc'],
  ['ab\u001b', 'ab'],
  ['ab\u001b\u001b', 'ab'],
  ['ab\u001b[1', 'ab[1'],
  ['ab\u001b]0', 'ab]0'],
])('takes the Escape keys alone out of %j', (text, expected) => {
  expect(withoutEscapeKey(text)).toBe(expected);
});

it('limits the length of a hidden line, and still edits and ends it', () => {
  const long = 'x'.repeat(8192);
  expect(editedLine(`${long}yz`)).toEqual({ text: long, rest: '', endedBy: null });
  expect(editedLine(`${long}y\u007f!\r`)).toEqual({
    text: `${long.slice(1)}!`,
    rest: '',
    endedBy: 'enter',
  });
});

it('refuses a typed secret key that is too long, and does not cut it', () => {
  const { text } = editedLine(`${'x'.repeat(MAX_SECRET_BYTES + 1)}\r`);
  expect(readImport(Buffer.from(`${text}\n`))).toMatchObject({ ok: false });
});
