import { net, powerMonitor } from 'electron';
import { networkPath } from '../os/network-path.ts';
import { watchNetwork } from '../os/watch-network.ts';

export const isOnline = (): boolean => net.isOnline();

export function watchOnline(onChange: () => void): void {
  watchNetwork({ isOnline, path: networkPath }, onChange);
}

export function watchSleep({
  onSleep,
  onWake,
  onUnlock,
}: Readonly<{ onSleep: () => void; onWake: () => void; onUnlock: () => void }>): void {
  powerMonitor.on('suspend', onSleep);
  powerMonitor.on('resume', onWake);
  powerMonitor.on('unlock-screen', onUnlock);
}
