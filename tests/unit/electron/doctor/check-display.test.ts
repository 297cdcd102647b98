import { describe, expect, it } from 'vitest';
import { checkDisplay } from '../../../../electron/doctor/check-display.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { fakePorts, never } from './fake-ports.ts';

describe('the check of the display', () => {
  it('warns of a display without the keyboard’s layout', async () => {
    const ports = fakePorts({ displayWithoutLayout: () => Promise.resolve('localhost:10.0') });
    expect(await checkDisplay(ports, 3_000)).toEqual([
      {
        check: 'display',
        verdict: 'warning',
        code: 'display-without-layout',
        tried: 'localhost:10.0',
        evidence: 'no XKEYBOARD',
      },
    ]);
  });

  it('says nothing of any other display', async () => {
    expect(await checkDisplay(fakePorts(), 3_000)).toEqual([]);
  });

  it('says nothing of a display that does not answer in time', async () => {
    const clock = new FakeClock();
    const found = checkDisplay(fakePorts({ clock, displayWithoutLayout: never }), 3_000);
    clock.advance(3_000);
    expect(await found).toEqual([]);
  });
});
