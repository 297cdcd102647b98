import { describe, expect, it } from 'vitest';
import { exitCodeOfForeignEnd } from '../../../../electron/process/foreign-end.ts';

describe('the exit code of an end that Electron reports', () => {
  it.each([
    ['gives 70 for an end with 0 that nobody asked for (SEC-110)', 0, false, null, 70],
    ['gives the decided code, whatever Chromium reports (SEC-110)', 0, false, 77, 77],
    ['leaves an end with the decided code alone', 77, false, 77, null],
    ['leaves an end alone that was asked for', 0, true, null, null],
  ] as const)('%s', (_title, code, isAsked, decided, expected) => {
    expect(exitCodeOfForeignEnd({ code, isAsked, decided })).toBe(expected);
  });
});
