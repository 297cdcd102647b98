import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { watchOnline } from '../../../../electron/electron-api/watch-computer.ts';

const computer = vi.hoisted(() => ({ isOnline: vi.fn(() => true), path: 'home' }));
vi.mock('electron', () => ({ net: { isOnline: computer.isOnline }, powerMonitor: {} }));
vi.mock('../../../../electron/os/network-path.ts', () => ({ networkPath: () => computer.path }));
const { isOnline } = computer;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  isOnline.mockReset().mockReturnValue(true);
  computer.path = 'home';
});

it("tells the network's return once, within two seconds, with a look every two seconds", () => {
  const onChange = vi.fn();
  watchOnline(onChange);
  vi.advanceTimersByTime(60_000);
  expect(isOnline).toHaveBeenCalledTimes(1 + 30);
  isOnline.mockReturnValue(false);
  vi.advanceTimersByTime(2000);
  expect(onChange).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  vi.advanceTimersByTime(2000);
  expect(onChange).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onChange).toHaveBeenCalledOnce();
});

it('tells a change of the network path once, within two seconds', () => {
  const onChange = vi.fn();
  watchOnline(onChange);
  vi.advanceTimersByTime(60_000);
  computer.path = 'roaming';
  vi.advanceTimersByTime(2000);
  expect(onChange).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onChange).toHaveBeenCalledOnce();
});

it('tells a change of the path that comes without a network when the network is back', () => {
  const onChange = vi.fn();
  watchOnline(onChange);
  isOnline.mockReturnValue(false);
  computer.path = '';
  vi.advanceTimersByTime(4000);
  computer.path = 'roaming';
  vi.advanceTimersByTime(4000);
  expect(onChange).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  vi.advanceTimersByTime(2000);
  expect(onChange).toHaveBeenCalledOnce();
});
