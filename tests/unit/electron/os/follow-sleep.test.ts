import { describe, expect, it } from 'vitest';
import { createClock } from '../../../../electron/os/clock.ts';
import { followSleep, type SleepSignals } from '../../../../electron/os/follow-sleep.ts';
import { SleepyComputer } from '../../../support/fakes/sleepy-computer.ts';

const HOUR_MS = 3_600_000;

describe('the signals of the operating system', () => {
  it.each([
    ['only the signals tell of a sleep', { stopsInSleep: true, tellsBootTime: false }],
    [
      'the clock stops, and the time since the start is told',
      { stopsInSleep: true, tellsBootTime: true },
    ],
    ['the clock runs on', { stopsInSleep: false, tellsBootTime: false }],
  ])('looks at the deadlines on waking with the sleep counted once when %s', (_where, kind) => {
    const computer = new SleepyComputer(kind);
    const clock = createClock(computer.sources);
    const startMs = clock.nowMs();
    const looks: number[] = [];
    const listening: SleepSignals[] = [];
    const refresh = (): void => {
      looks.push(clock.nowMs() - startMs);
    };
    followSleep((signals) => listening.push(signals), clock, refresh);
    const [{ onSleep, onWake, onUnlock } = expect.fail('nobody listens')] = listening;
    onSleep();
    computer.sleep(HOUR_MS);
    expect(looks).toEqual([]);
    onWake();
    onUnlock();
    expect(looks).toEqual([HOUR_MS, HOUR_MS]);
  });
});
