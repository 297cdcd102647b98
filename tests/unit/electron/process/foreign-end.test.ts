import { describe, expect, it } from 'vitest';
import { exitCodeOfForeignEnd } from '../../../../electron/process/foreign-end.ts';

describe('the exit code of an end that Electron reports', () => {
  it.each([
    ['an end with 0 that nobody asked for by 70', 0, false, null, 70],
    ['an end that Chromium reports otherwise by the decided code', 0, false, 77, 77],
    ['an end with the decided code by none', 77, false, 77, null],
    ['an end that was asked for by none', 0, true, null, null],
  ] as const)(
    'replaces the exit code of %s (SEC-110)',
    (_title, code, isAsked, decided, expected) => {
      expect(exitCodeOfForeignEnd({ code, isAsked, decided })).toBe(expected);
    },
  );
});
