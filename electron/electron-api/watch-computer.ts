import { net, powerMonitor } from 'electron';
import { networkPath } from '../os/network-path.ts';

/** Poll interval: the main process receives no event when the network changes. */
const LOOK_EVERY_MS = 2000;

export const isOnline = (): boolean => net.isOnline();

/**
 * Calls `onChange` within two seconds after the network returned, or after the network path changed while the computer
 * counts as online: an open connection then leads nowhere, and Chromium does not notice.
 */
export function watchOnline(onChange: () => void): void {
  let wasOnline = isOnline();
  let pathBefore = networkPath();
  setInterval(() => {
    const isNowOnline = isOnline();
    const path = networkPath();
    if (isNowOnline && (!wasOnline || path !== pathBefore)) onChange();
    wasOnline = isNowOnline;
    pathBefore = path;
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
