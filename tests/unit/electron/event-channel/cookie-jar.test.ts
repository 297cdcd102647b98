import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CookieJar } from '../../../../electron/event-channel/cookie-jar.ts';
import { anyCharacter } from '../../../support/random/any-character.ts';

const NOW = 'Wed, 21 Oct 2026 07:28:00 GMT';
const EARLIER = 'Thu, 01 Jan 1970 00:00:00 GMT';
const LATER = 'Thu, 22 Oct 2026 07:28:00 GMT';

/** The cookies behind answers with these values of `Set-Cookie`. */
function after(...answers: readonly string[]): string | undefined {
  const jar = new CookieJar();
  for (const answer of answers) jar.take({ headers: { date: NOW, 'set-cookie': answer } });
  return jar.headers()['Cookie'];
}

describe('the cookies of a connection', () => {
  it('sends no cookies at first, and none after an answer without any', () => {
    const jar = new CookieJar();
    expect(jar.headers()).toEqual({});
    jar.take({ headers: { date: NOW } });
    expect(jar.headers()).toEqual({});
  });

  it.each([
    ['SERVERID=a', 'SERVERID=a'],
    ['SERVERID=a; Path=/ws; Secure; HttpOnly; SameSite=None', 'SERVERID=a'],
    [
      `AWSALB=x/y+z==; Expires=${LATER}; Path=/, AWSALBCORS=x/y+z==; SameSite=None`,
      'AWSALB=x/y+z==; AWSALBCORS=x/y+z==',
    ],
    ['quoted="a b"', undefined],
    ['quoted="a"', 'quoted="a"'],
    ['empty=', 'empty='],
    ['__proto__=a', '__proto__=a'],
    [`old=a; Expires=${EARLIER}`, undefined],
    ['old=a; Max-Age=0', undefined],
    [`new=a; Max-Age=60; Expires=${EARLIER}`, 'new=a'],
    [`new=a; expires=${LATER}`, 'new=a'],
    ['new=a; Expires=some day', 'new=a'],
    ['=a', undefined],
    ['no pair', undefined],
    ['bad name=a', undefined],
    ['bad=a\r\nX-Other: b', undefined],
    ['bad=é', undefined],
    [`long=${'a'.repeat(4092)}`, undefined],
  ])('reads cookies of an answer: %j', (answer, expected) => {
    expect(after(answer)).toBe(expected);
  });

  it('replaces and deletes cookies by later answers', () => {
    expect(after('a=1, b=1', 'a=2')).toBe('a=2; b=1');
    expect(after('a=1, b=1', 'a=; Max-Age=0')).toBe('b=1');
    expect(after('a=1', `a=; Expires=${EARLIER}`)).toBeUndefined();
  });

  it('does not judge cookies by the clock of this computer', () => {
    const jar = new CookieJar();
    jar.take({ headers: { 'set-cookie': `a=1; Expires=${EARLIER}` } });
    expect(jar.headers()).toEqual({ Cookie: 'a=1' });
  });

  it('keeps sixteen cookies at most, and lets those still change (SEC-116)', () => {
    const many = Array.from({ length: 20 }, (_, index) => `c${index}=1`).join(', ');
    expect(after(many)?.split('; ')).toHaveLength(16);
    expect(after(many, 'c3=2')).toContain('c3=2');
  });

  it('never sends another header, or another cookie, by the value of one (SEC-116)', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const [pair = '', ...more] = (after(`a=${value}`) ?? 'a=').split('; ');
        expect(pair).toMatch(/^[\x21-\x7e]+$/);
        // A comma before another name begins another cookie, as for several headers.
        expect(more.length).toBeLessThanOrEqual(value.split(',').length - 1);
      }),
      { numRuns: 500 },
    );
  });
});
