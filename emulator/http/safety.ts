import type { IncomingMessage } from 'node:http';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number;
  readonly code: 'foreign-host' | 'foreign-origin' | 'cross-site' | 'content-type';
  readonly message: string;
}

/**
 * `own`: the control API and the phone. `service`: the endpoints of connectors, guarded by a signature or an
 * unguessable tid.
 */
export type Zone = 'own' | 'service';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Keeps pages in a browser from driving the emulator: the `Host` must be a loopback name (DNS rebinding), an `Origin`
 * must be the emulator's own (cross-site requests).
 * @param allowedHosts further names for `Host`, without port
 */
export function checkRequest(
  request: IncomingMessage,
  zone: Zone,
  allowedHosts: readonly string[],
): Refusal | null {
  const host = request.headers.host ?? '';
  const names = [...loopbackNames, ...allowedHosts.map((name) => name.toLowerCase())];
  if (!names.includes(hostName(host))) {
    return { status: 403, code: 'foreign-host', message: `Host "${host}" is not a name of this machine.` };
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, zone)) {
    return { status: 403, code: 'foreign-origin', message: `Origin "${origin}" may not use the emulator.` };
  }
  if (zone === 'own' && request.headers['sec-fetch-site'] === 'cross-site' && !isNavigation(request)) {
    return { status: 403, code: 'cross-site', message: 'Another site may not use the emulator.' };
  }
  return null;
}

/** Whether a request with a body says that it is JSON, which a page of another site cannot say unasked. */
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
 * Pages of the web have an http(s) origin. Programs send no origin, or one of their own scheme; a sandboxed client
 * sends `null`, as a page can too, so that counts only where every act needs a secret.
 */
function isOwnOrigin(origin: string, host: string, zone: Zone): boolean {
  if (/^https?:\/\//i.test(origin))
    return origin.toLowerCase().replace(/^https?:\/\//, '') === host.toLowerCase();
  return zone === 'service';
}

function isNavigation(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
}
