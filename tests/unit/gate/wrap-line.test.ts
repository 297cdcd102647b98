import { describe, expect, it } from 'vitest';
import { wrapLine } from '../../../electron/gate/wrap-line.ts';

describe('a line on a narrow terminal', () => {
  it.each([
    ['a = New picture, q = Quit (then Enter)', 20, 'a = New picture, q =\nQuit (then Enter)'],
    ['  1  Approve on your phone', 14, '  1  Approve\n  on your\n  phone'],
    ['see https://mfa.example.com/enrol now', 10, 'see\nhttps://mfa.example.com/enrol\nnow'],
    ['as wide as it is', 16, 'as wide as it is'],
    ['🙂🙂 🙂🙂', 5, '🙂🙂 🙂🙂'],
    ['of any length', null, 'of any length'],
    ['', 10, ''],
  ])('%j in %s columns', (line, columns, wrapped) => {
    expect(wrapLine(line, columns)).toBe(wrapped);
  });
});
