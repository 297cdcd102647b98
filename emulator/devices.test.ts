import { expect, test } from 'vitest';
import { manualClock } from './basics/clock.ts';
import { toModhex } from './basics/random.ts';
import { createAuthenticator, createHardwareKey } from './service/devices.ts';

/** RFC 6238 appendix B, the SHA-1 column, shortened to six digits. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the reference secret displays %s', (seconds, code) => {
  const reference = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const authenticator = createAuthenticator(manualClock(seconds * 1000), reference);
  expect(authenticator.displayed().code).toBe(code);
  expect(authenticator.acceptable()).toBe(code);
  expect(authenticator.accept(code)).toBe(true);
  expect(authenticator.accept(code)).toBe(false);
  expect(authenticator.displayed().used).toBe(true);
});

test('fits three codes into the window, and offers no more until time goes on', () => {
  const clock = manualClock(1_700_000_000_000);
  const authenticator = createAuthenticator(clock);
  for (let use = 0; use < 3; use += 1)
    expect(authenticator.accept(authenticator.acceptable() ?? '')).toBe(true);
  expect(authenticator.acceptable()).toBe(null);
  clock.advance(30_000);
  expect(authenticator.accept(authenticator.acceptable() ?? '')).toBe(true);
  authenticator.reset();
  expect(authenticator.acceptable()).not.toBe(null);
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 123456'])('%j is no code', (code) => {
  expect(createAuthenticator(manualClock()).accept(code)).toBe(false);
});

test('each press of the key is new; the latest unused one is offered', () => {
  const key = createHardwareKey();
  const presses = Array.from({ length: 20 }, () => key.press());
  expect(new Set(presses).size).toBe(20);
  expect(key.latest()).toBe(presses.at(-1));
  expect(key.accept(key.latest())).toBe(true);
  expect(key.latest()).toBe(presses.at(-2));
  expect(key.accept(createHardwareKey().press())).toBe(false);
});

test('modhex is the alphabet of the keys', () => {
  expect(toModhex(Buffer.from('0123456789abcdef', 'hex'))).toBe('cbdefghijklnrtuv');
});
