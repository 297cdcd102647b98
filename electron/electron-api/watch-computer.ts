import { net, powerMonitor } from 'electron';

/** Chromium reports no change to main, so we poll, no more often than anything else while a login waits. */
const LOOK_EVERY_MS = 2000;

/** Whether this computer has a network, as far as Chromium knows. */
export const isOnline = (): boolean => net.isOnline();

/** Calls back when the computer's network is there again after it was gone. Each poll reads one flag. */
export function watchOnline(onReturn: () => void): void {
  let wasOnline = isOnline();
  setInterval(() => {
    const isBack = isOnline();
    if (isBack && !wasOnline) onReturn();
    wasOnline = isBack;
  }, LOOK_EVERY_MS).unref();
}

/** Calls back when the computer goes to sleep, when it wakes up, and when its screen is unlocked. */
export function watchSleep({
  onSleep,
  onWake,
  onUnlock,
}: Readonly<{ onSleep: () => void; onWake: () => void; onUnlock: () => void }>): void {
  powerMonitor.on('suspend', onSleep);
  powerMonitor.on('resume', onWake);
  powerMonitor.on('unlock-screen', onUnlock);
}
