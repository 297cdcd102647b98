// @vitest-environment jsdom
// A success leaves by itself, but not while a screen reader has to say it, whenever that was
// started.
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { IpcAnswer } from '../../../shared/ipc/contract.ts';
import { success } from '../../../shared/result.ts';
import { INFO, refusal } from './fake-bridge.ts';
import { succeededView } from './fixtures.ts';
import { openWindow, press, settle } from './window.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

async function pass(ms: number): Promise<void> {
  act(() => void vi.advanceTimersByTime(ms));
  await settle();
}

describe('a success', () => {
  it('stays at a success until acted on if a reader is at work', async () => {
    const { main } = await openWindow(succeededView(), { isReaderOn: true });
    await pass(60_000);
    expect(main.commands()).toEqual([]);
    await press('Continue');
    expect(main.commands()).toHaveLength(1);
  });

  it('stays at a success until acted on if the reader started after the window', async () => {
    const { main } = await openWindow(succeededView());
    main.answer('app:get-info', () =>
      Promise.resolve(success({ ...INFO, isReaderOn: true }) as IpcAnswer<never>),
    );
    await pass(60_000);
    expect(main.commands()).toEqual([]);
    await press('Continue');
    expect(main.commands()).toHaveLength(1);
  });

  it.each([
    ['refuses', refusal('internal')],
    ['breaks', () => Promise.reject(new Error('broken'))],
  ])(
    'leaves a success as it knew before if main %s to say whether a reader is on',
    async (_what, answer) => {
      const { main } = await openWindow(succeededView());
      main.answer('app:get-info', answer);
      await pass(900);
      expect(main.commands()).toEqual([{ name: 'login:finish', argument: {} }]);
    },
  );
});
