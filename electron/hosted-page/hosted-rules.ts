/** Where an address leads that the hosted page wants to go to. */
export type Destination =
  /** Our own callback: it is read, and no request leaves for it. */
  | 'callback'
  /** The service's own origin. */
  | 'service'
  /** Somewhere else over https: in a browser at the most, and by the person's act. */
  | 'outside'
  /** Everything else: other schemes, addresses that cannot be read. */
  | 'nowhere';

/** Addresses that the view of one hosted page may load. */
export type HostedRules = Readonly<{
  destinationOf: (address: string) => Destination;
  /** Whether a frame of the page may go there. */
  mayFrame: (address: string) => boolean;
  /** @param type of the request, as Chromium calls it: `mainFrame`, `subFrame`, `script` … */
  mayLoad: (address: string, type: string) => boolean;
}>;

/** Parts of a page. Frames are judged by where they lead; unlisted types (`object`, `ping`) are not loaded. */
const PARTS: readonly string[] = [
  'stylesheet',
  'script',
  'image',
  'font',
  'xhr',
  'media',
  'webSocket',
  'other',
];

/** Schemes of documents of a page's own making; no request leaves for them. */
const MADE_HERE: readonly string[] = ['blob:', 'data:'];

/**
 * The rules of one hosted page. It, its frames and where they lead stay at the service's origin; parts of the page may
 * come from elsewhere over https, because services keep scripts and pictures at other hosts. Plain http is for the
 * service alone, and only where the configuration names an http address of this computer.
 *
 * @param serviceUrl `service.baseUrl` of the configuration
 * @param isCallback whether an address is the callback of this login
 */
export function hostedRules(serviceUrl: string, isCallback: (address: string) => boolean): HostedRules {
  const service = new URL(serviceUrl);
  const destinationOf = (address: string): Destination => {
    if (isCallback(address)) return 'callback';
    const url = parse(address);
    // By scheme and host: the origin of a `blob:` address is that of the page that made it.
    if (url?.protocol === service.protocol && url.host === service.host) {
      return hasUserInfo(url) ? 'nowhere' : 'service';
    }
    return url?.protocol === 'https:' ? 'outside' : 'nowhere';
  };
  // SECURITY: SEC-86 a frame may go where the page may. One that the page makes is part of it: `mayLoad` and the page's
  // policy hold there.
  const mayFrame = (address: string): boolean =>
    destinationOf(address) === 'service' || MADE_HERE.includes(parse(address)?.protocol ?? '');
  return {
    destinationOf,
    mayFrame,
    mayLoad: (address, type) => {
      if (type === 'mainFrame') return destinationOf(address) === 'service';
      if (type === 'subFrame') return mayFrame(address);
      const url = parse(address);
      // SECURITY: SEC-87 no request to the callback leaves, by whatever part of the page.
      if (url === null || !PARTS.includes(type) || isCallback(address)) return false;
      if (url.protocol === 'https:' || url.protocol === 'wss:') return true;
      return (
        service.protocol === 'http:' &&
        (url.protocol === 'http:' || url.protocol === 'ws:') &&
        url.host === service.host
      );
    },
  };
}

function hasUserInfo(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
