import type { Clock } from '../../../electron/os/clock.ts';
import { FakeClock } from './fake-clock.ts';

const TICK_MS = 10;

/**
 * A clock for real sockets that counts the time in which this process runs: ten milliseconds at a
 * time, and none while a busy machine holds it up. Its timers are never late, so that whatever
 * comes late is a fault.
 */
export function ownTimeClock(): Readonly<{ clock: Clock; stop: () => void }> {
  const clock = new FakeClock();
  const ticking = setInterval(() => {
    clock.advance(TICK_MS);
  }, TICK_MS);
  return {
    clock,
    stop: () => {
      clearInterval(ticking);
    },
  };
}
