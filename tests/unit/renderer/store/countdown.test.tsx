// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANNOUNCEMENT_MS } from '../../../../renderer/store/announcer.ts';
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
    return () => timers.mock.calls.filter(([, ms = 0]) => ms < ANNOUNCEMENT_MS).length;
  }

  it.each([
    ['a limit that is not short', usernameView({ endsInMs: 100_000 })],
    ['the time of the login, while a way is chosen', methodsView({ remainingMs: 100_000 })],
  ] as const)('starts no tick for an unseen countdown: %s', async (_name, view) => {
    await openWindow(view);
    const count = ticks();
    await pass(60_000);
    expect(count()).toBe(0);
    await pass(20_000);
    expect(timer()).toBe('20 seconds left');
  });

  it('starts no tick for a countdown in a hidden window, which is right when it is seen again', async () => {
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

describe('a seen countdown changes as rarely as its picture allows', () => {
  const ring = (): string | null | undefined =>
    document.querySelector('.ring__left')?.getAttribute('stroke-dasharray');

  it.each([
    ['every 15 seconds above a minute', 180_000, 15_000, '68.75 100'],
    ['every second below', 60_000, 1000, '24.583333333333332 100'],
  ])('changes the ring of a countdown %s', async (_name, remainingMs, stepMs, then) => {
    await openWindow(approvalView({ remainingMs, totalMs: 240_000 }));
    await pass(stepMs - 1);
    expect(ring()).toBe(`${(remainingMs / 240_000) * 100} 100`);
    await pass(1);
    expect(ring()).toBe(then);
  });

  it('changes the clock of "Send it again" every five seconds, and in each of the last ten', async () => {
    await openWindow(approvalView({ againInMs: 24_000, remainingMs: 180_000, totalMs: 180_000 }));
    const clock = (): string => screen.getByRole('button', { name: /^Send it again/ }).textContent;
    await pass(3999);
    expect(clock()).toContain('0:24');
    await pass(6001);
    expect(clock()).toContain('0:15');
    await pass(6000);
    expect(clock()).toContain('0:08');
  });
});
