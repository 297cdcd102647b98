import { expect, it } from 'vitest';
import { manualClock } from './basics/clock.ts';
import { createAuthenticator } from './service/devices.ts';

/** RFC 6238 appendix B, the SHA-1 column, shortened to six digits. */
it('displays 005924 at second 1234567890 for the reference secret', () => {
  const reference = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const authenticator = createAuthenticator(manualClock(1_234_567_890_000), reference);
  expect(authenticator.displayed()).toMatchObject({ code: '005924', used: false });
  expect(authenticator.accept('005924')).toBe(true);
  expect(authenticator.displayed().used).toBe(true);
});

it('fits three codes into the window, and offers no more until time goes on', () => {
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

it.each(['', '12345', '１２３４５６', ' 123456'])('refuses %j as a code', (code) => {
  expect(createAuthenticator(manualClock()).accept(code)).toBe(false);
});
