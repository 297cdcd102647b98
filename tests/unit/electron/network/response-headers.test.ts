import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../../electron/network/response-headers.ts';

const NOW = Date.UTC(2030, 0, 1, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    [undefined, null],
    [' ', null],
    ['0', 0],
    [' 120 ', 120_000],
    ['999999999', 999_999_999_000],
    ['9999999999', null],
    ['-5', null],
    ['1e3', null],
    ['1, 2', null],
    ['soon', null],
    ['Tue, 01 Jan 2030 12:00:30 GMT', 30_000],
    ['Tuesday, 01-Jan-30 12:00:30 GMT', 30_000],
    ['Tue Jan  1 12:00:30 2030 GMT', 30_000],
    ['Tue, 01 Jan 2030 11:59:59 GMT', 0],
    ['Tue, 99 Foo 2030 12:00:30 GMT', null],
  ])('reads the Retry-After %j as %s ms', (value, ms) => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });
});
