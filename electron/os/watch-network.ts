/** Poll interval: a process receives no event when the network changes. */
const LOOK_EVERY_MS = 2000;

/** What a change of the network shows in. */
export type NetworkSigns = Readonly<{
  isOnline: () => boolean;
  /**
   * A text that changes with the network path (`networkPath`), or with all else that breaks
   * connections.
   */
  path: () => string;
}>;

/**
 * Calls `onChange` within two seconds after the network returned, or after the network path changed
 * while the computer counts as online: an open connection then leads nowhere, and neither Chromium
 * nor Node notices.
 */
export function watchNetwork(
  { isOnline, path: currentPath }: NetworkSigns,
  onChange: () => void,
): void {
  let wasOnline = isOnline();
  let pathBefore = currentPath();
  setInterval(() => {
    const isNowOnline = isOnline();
    const path = currentPath();
    if (isNowOnline && (!wasOnline || path !== pathBefore)) onChange();
    wasOnline = isNowOnline;
    pathBefore = path;
  }, LOOK_EVERY_MS).unref();
}
