import { net, powerMonitor } from 'electron';

/** Poll interval: the main process receives no event when the network changes. */
const LOOK_EVERY_MS = 2000;

export const isOnline = (): boolean => net.isOnline();

export function watchOnline(onReturn: () => void): void {
  let wasOnline = isOnline();
  setInterval(() => {
    const isBack = isOnline();
    if (isBack && !wasOnline) onReturn();
    wasOnline = isBack;
  }, LOOK_EVERY_MS).unref();
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
