import { expect, it } from 'vitest';
import { LoginLimit } from '../../../../electron/composition/login-limit.ts';
import type { PreparedLogin } from '../../../../electron/composition/prepare-login.ts';
import { startEngine } from '../../../../electron/composition/start-engine.ts';
import type { Host } from '../../../../electron/host/host.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { eventually } from '../../../support/eventually.ts';

it('leaves the limit of --timeout armed while the network opens', async () => {
  const clock = new FakeClock();
  const limit = new LoginLimit(5, clock);
  const ends: string[] = [];
  limit.endBy(() => ends.push('timed out'));
  let isOpening = false;
  const neverOpens: Partial<PreparedLogin> = {
    network: () => {
      isOpening = true;
      return new Promise(() => undefined);
    },
  };
  const listeners = {
    onView: () => undefined,
    onOutcome: () => undefined,
    onLeave: () => undefined,
  };
  void startEngine({} as Host, neverOpens as PreparedLogin, { limit, hostedPage: null }, listeners);
  await eventually('the network to be asked for', () => isOpening, 20_000);
  clock.advance(5000);
  expect(ends).toEqual(['timed out']);
});
