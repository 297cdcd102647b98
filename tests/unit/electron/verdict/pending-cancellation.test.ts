import { describe, expect, it, vi } from 'vitest';
import { PendingCancellation } from '../../../../electron/verdict/pending-cancellation.ts';

const end = (isOver = false) => ({ cancel: vi.fn(), isOver: () => isOver });

describe('PendingCancellation', () => {
  it('keeps a cancellation for the end that comes', () => {
    const cancellation = new PendingCancellation();
    cancellation.cancel();
    cancellation.cancel();
    expect(cancellation.isOver()).toBe(false);
    const real = end();
    cancellation.forwardTo(real);
    expect(real.cancel).toHaveBeenCalledTimes(1);
  });

  it('does not cancel without a request', () => {
    const cancellation = new PendingCancellation();
    const real = end();
    cancellation.forwardTo(real);
    expect(real.cancel).not.toHaveBeenCalled();
  });

  it('hands later cancellations on to the end', () => {
    const cancellation = new PendingCancellation();
    const real = end(true);
    cancellation.forwardTo(real);
    cancellation.cancel();
    expect(real.cancel).toHaveBeenCalledTimes(1);
    expect(cancellation.isOver()).toBe(true);
  });
});
