import { describe, expect, it, vi } from 'vitest';
import { EarlyEnd } from '../../../../electron/verdict/pending-cancellation.ts';

const end = (isOver = false) => ({ cancel: vi.fn(), isOver: () => isOver });

describe('EarlyEnd', () => {
  it('keeps a cancellation for the end that comes', () => {
    const early = new EarlyEnd();
    early.cancel();
    early.cancel();
    expect(early.isOver()).toBe(false);
    const real = end();
    early.become(real);
    expect(real.cancel).toHaveBeenCalledTimes(1);
  });

  it('cancels nothing that nobody cancelled', () => {
    const early = new EarlyEnd();
    const real = end();
    early.become(real);
    expect(real.cancel).not.toHaveBeenCalled();
  });

  it('hands on what comes after that', () => {
    const early = new EarlyEnd();
    const real = end(true);
    early.become(real);
    early.cancel();
    expect(real.cancel).toHaveBeenCalledTimes(1);
    expect(early.isOver()).toBe(true);
  });
});
