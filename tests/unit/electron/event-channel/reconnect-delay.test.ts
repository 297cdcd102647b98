import { describe, expect, it } from 'vitest';
import { reconnectDelayMs } from '../../../../electron/event-channel/reconnect-delay.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

describe('the pause before the next connection', () => {
  it.each([
    [0, 249],
    [1, 499],
    [2, 999],
    [3, 1_999],
    [4, 4_999],
    [5, 9_999],
    [6, 9_999],
    [1_000_000, 9_999],
  ])('pauses after %i failures up to %i ms', (failures, longestMs) => {
    expect(reconnectDelayMs(failures, ALMOST_ONE)).toBe(longestMs);
    expect(reconnectDelayMs(failures, 0.5)).toBe(Math.ceil(longestMs / 2));
  });

  it('keeps the pause so long that a refusing server is not hammered', () => {
    for (const failures of [0, 3, 99]) expect(reconnectDelayMs(failures, 0)).toBe(50);
  });

  it('spreads the pauses, so that a thousand windows do not come back at once', () => {
    const pauses = Array.from({ length: 100 }, (_unused, index) =>
      reconnectDelayMs(5, index / 100),
    );
    expect(new Set(pauses).size).toBeGreaterThan(90);
  });
});
