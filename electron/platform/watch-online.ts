import { net } from 'electron';

/** Chromium tells main nothing about it, so it is looked at; no oftener than anything else while a login waits. */
const LOOK_EVERY_MS = 2000;

/** Calls back when the computer's network is there again after it was gone. Costs one look at a flag at a time. */
export function watchOnline(onReturn: () => void): void {
  let wasOnline = net.isOnline();
  setInterval(() => {
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline) onReturn();
    wasOnline = isOnline;
  }, LOOK_EVERY_MS).unref();
}
