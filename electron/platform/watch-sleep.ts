import { powerMonitor } from 'electron';

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
