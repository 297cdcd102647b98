import { urlOf } from '../network/url-of.ts';

/** Kinds of addresses in the hosted page. */
export type Destination =
  /** The callback: Gatehouse reads the address and blocks the request. */
  | 'callback'
  | 'service'
  /** Another https address: opens in a browser, if the person follows the link. */
  | 'outside'
  /** Other schemes and invalid addresses. */
  | 'nowhere';

export type HostedRules = Readonly<{
  destinationOf: (address: string) => Destination;
  mayFrame: (address: string) => boolean;
  /** @param type Chromium's resource type, e.g. `mainFrame` */
  mayLoad: (address: string, type: string) => boolean;
}>;

/** Allowed resource types. `mayFrame` judges frames; unlisted types (`object`, `ping`) are blocked. */
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

/** Schemes of documents that a page creates without a request. */
const MADE_HERE: readonly string[] = ['blob:', 'data:'];

/**
 * The page and its frames stay at the service's origin. Scripts, pictures and other resources may
 * come from any https host. They may come over plain http only if `serviceUrl` is http, and only
 * from its host.
 */
export function hostedRules(
  serviceUrl: string,
  isCallback: (address: string) => boolean,
): HostedRules {
  const service = new URL(serviceUrl);
  const destinationOf = (address: string): Destination => {
    if (isCallback(address)) return 'callback';
    const url = urlOf(address);
    // Do not compare origins: a `blob:` address has the origin of its creator.
    const isAtService = url?.protocol === service.protocol && url.host === service.host;
    if (isAtService) {
      return hasUserInfo(url) ? 'nowhere' : 'service';
    }
    return url?.protocol === 'https:' ? 'outside' : 'nowhere';
  };
  // SECURITY: SEC-86 keep frames at the service, or in `blob:` and `data:` documents; `mayLoad`
  // checks again.
  const mayFrame = (address: string): boolean =>
    destinationOf(address) === 'service' || MADE_HERE.includes(urlOf(address)?.protocol ?? '');
  return {
    destinationOf,
    mayFrame,
    mayLoad: (address, type) => {
      if (type === 'mainFrame') return destinationOf(address) === 'service';
      if (type === 'subFrame') return mayFrame(address);
      const url = urlOf(address);
      if (url === null || !PARTS.includes(type)) return false;
      // SECURITY: SEC-87 block every request to the callback.
      if (isCallback(address)) return false;
      if (url.protocol === 'https:' || url.protocol === 'wss:') return true;
      const isPlain = url.protocol === 'http:' || url.protocol === 'ws:';
      return isPlain && service.protocol === 'http:' && url.host === service.host;
    },
  };
}

function hasUserInfo(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}
