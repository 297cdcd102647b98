import { networkPath } from './network-path.ts';

/** Poll interval: a process receives no event when the network changes. */
const LOOK_EVERY_MS = 2000;

/**
 * Calls `onChange` within two seconds after the network returned, or after the network path changed while the computer
 * counts as online: an open connection then leads nowhere, and neither Chromium nor Node notices.
 */
export function watchNetwork(isOnline: () => boolean, onChange: () => void): void {
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
