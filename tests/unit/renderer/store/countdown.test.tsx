// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SPOKEN_MS } from '../../../../renderer/store/announcer.ts';
import { approvalView, methodsView, usernameView } from '../fixtures.ts';
import { openWindow, pass, timer } from '../window.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

describe('an unseen countdown that does not tick', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** The timers that were set, except those of announcements. */
  function ticks(): () => number {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    return () => timers.mock.calls.filter(([, ms = 0]) => ms < SPOKEN_MS).length;
  }

  test.each([
    ['a limit that is not short', usernameView({ endsInMs: 100_000 })],
    ['the time of the login, while a way is chosen', methodsView({ remainingMs: 100_000 })],
  ] as const)('%s', async (_name, view) => {
    await openWindow(view);
    const count = ticks();
    await pass(60_000);
    expect(count()).toBe(0);
    await pass(20_000);
    expect(timer()).toBe('20 seconds left');
  });

  test('a wait of minutes: its ring ticks every five seconds, its text every minute', async () => {
    await openWindow(approvalView({ remainingMs: 180_000, totalMs: 240_000 }));
    const ring = (): string | null | undefined =>
      document.querySelector('.ring__left')?.getAttribute('stroke-dasharray');
    const count = ticks();
    await pass(4999);
    expect(ring()).toBe('75 100');
    await pass(55_001);
    expect({ ring: ring(), ticks: count() }).toEqual({ ring: '50 100', ticks: 11 });
    expect(timer()).toBe('Less than 2 minutes left');
  });

  test('a window that is hidden; it is right when it is seen again', async () => {
    await openWindow(approvalView({ remainingMs: 59_000, totalMs: 60_000 }));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    // The tick that was under way.
    await pass(1000);
    const count = ticks();
    await pass(30_000);
    expect(count()).toBe(0);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(timer()).toBe('28 seconds left');
    await pass(1000);
    expect(timer()).toBe('27 seconds left');
  });
});
