import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not let in. */
export type Refusal = Readonly<{
  status: number;
  code: 'foreign-host' | 'foreign-origin' | 'cross-site' | 'content-type';
  message: string;
}>;

/**
 * `own`: the control API and the phone page. `service`: the emulated service, where each request
 * needs a signature or an unguessable transaction id.
 */
export type Zone = 'own' | 'service';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Keeps web pages from using the emulator: refuses a foreign `Host` against DNS rebinding, and a
 * page's foreign `Origin` against cross-site requests.
 *
 * @param allowedHosts further names for `Host`, without port
 */
export function checkRequest(
  request: IncomingMessage,
  zone: Zone,
  allowedHosts: readonly string[],
): Refusal | null {
  const host = request.headers.host ?? '';
  const names = [...LOOPBACK_NAMES, ...allowedHosts.map((name) => name.toLowerCase())];
  if (!names.includes(hostName(host))) {
    return {
      status: 403,
      code: 'foreign-host',
      message:
        `Host "${host}" is not a name of this machine. Where it should be one, start the emulator ` +
        `with --allowed-host ${hostName(host) || 'NAME'}.`,
    };
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, zone)) {
    return {
      status: 403,
      code: 'foreign-origin',
      message: `Origin "${origin}" may not use the emulator.`,
    };
  }
  if (
    zone === 'own' &&
    request.headers['sec-fetch-site'] === 'cross-site' &&
    !isNavigation(request)
  ) {
    return { status: 403, code: 'cross-site', message: 'Another site may not use the emulator.' };
  }
  return null;
}

/**
 * Whether a request carries the control token: as `Bearer`, or as the password of any name, which
 * browsers ask for.
 *
 * @param token undefined where none is asked for
 */
export function isAuthorized(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ');
  const isBasic = scheme.toLowerCase() === 'basic';
  const password = Buffer.from(given, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  return isSame(isBasic ? password : given, token);
}

/** Compares in constant time, lengths included. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * Requires the JSON content type for a body: a page of another site cannot send it without a
 * preflight request.
 */
export function checkContentType(request: IncomingMessage, hasBody: boolean): Refusal | null {
  const contentType = request.headers['content-type'];
  if (contentType === undefined && !hasBody) return null;
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return null;
  return {
    status: 415,
    code: 'content-type',
    message: 'The control API wants Content-Type: application/json.',
  };
}

/** The name in a `Host` header, without its port, in lower case. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

/**
 * Web pages have an http(s) origin, which must be the emulator's. Programs send an origin of
 * another scheme, or `null` from a sandbox. A page can send `null` too: accept both only in the
 * zone `service`, where a request needs a secret.
 */
function isOwnOrigin(origin: string, host: string, zone: Zone): boolean {
  if (/^https?:\/\//i.test(origin))
    return origin.toLowerCase().replace(/^https?:\/\//, '') === host.toLowerCase();
  return zone === 'service';
}

function isNavigation(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
}
