/** The sender of a call, as it was at the moment of the call. */
export type Sender = Readonly<{
  isOwnWindow: boolean;
  isMainFrame: boolean;
  /** Empty for a closed frame. */
  url: string;
}>;

/**
 * Says why a call is refused; null for a call of our own page.
 *
 * @param origin the only allowed origin, e.g. `app://shell`
 */
// SECURITY: SEC-8 check sender, frame and origin of every call.
export function refusalOf(sender: Sender, origin: string): string | null {
  if (!sender.isOwnWindow) return 'not our window';
  if (!sender.isMainFrame) return 'not the main frame';
  return originOf(sender.url) === origin ? null : 'not our origin';
}

/** Scheme and host; `URL.origin` is "null" for custom schemes. */
function originOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}`;
  } catch {
    return '';
  }
}
