import { expect, it, onTestFinished, vi } from 'vitest';
import { watchOnline } from '../../../../electron/electron-api/watch-computer.ts';

const isOnline = vi.hoisted(() => vi.fn(() => true));
vi.mock('electron', () => ({ net: { isOnline }, powerMonitor: {} }));

it("tells the network's return once, within two seconds, with a look every two seconds", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onReturn = vi.fn();
  watchOnline(onReturn);
  vi.advanceTimersByTime(60_000);
  expect(isOnline).toHaveBeenCalledTimes(1 + 30);
  isOnline.mockReturnValue(false);
  vi.advanceTimersByTime(2000);
  expect(onReturn).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  vi.advanceTimersByTime(2000);
  expect(onReturn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onReturn).toHaveBeenCalledOnce();
});
