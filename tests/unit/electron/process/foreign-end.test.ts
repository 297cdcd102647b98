import { describe, expect, it } from 'vitest';
import { exitCodeOfForeignEnd } from '../../../../electron/process/foreign-end.ts';

describe('the exit code of an end that Electron reports', () => {
  it.each([
    ['is internal for an end with 0 that nobody asked for (SEC-110)', 0, false, null, 70],
    ['is the decided one, whatever Chromium says meanwhile (SEC-110)', 0, false, 77, 77],
    ['is left alone if it is the decided one', 77, false, 77, null],
    ['is left alone for an end that was asked for', 0, true, null, null],
  ] as const)('%s', (_title, code, isAsked, decided, expected) => {
    expect(exitCodeOfForeignEnd({ code, isAsked, decided })).toBe(expected);
  });
});
