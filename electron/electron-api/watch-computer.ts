import { net, powerMonitor } from 'electron';

/** Poll intervals, because main receives no event when the network changes. Each look wakes a sleeping computer. */
const LOOK_EVERY_MS = { online: 10_000, offline: 2_000 } as const;

export const isOnline = (): boolean => net.isOnline();

export function watchOnline(onReturn: () => void): void {
  const lookAgain = (wasOnline: boolean): void => {
    const look = (): void => {
      const isBack = isOnline();
      if (isBack && !wasOnline) onReturn();
      lookAgain(isBack);
    };
    setTimeout(look, LOOK_EVERY_MS[wasOnline ? 'online' : 'offline']).unref();
  };
  lookAgain(isOnline());
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
