import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron';
import type { HttpOutcome, HttpPort, HttpRequest } from '../service/http-port.ts';

/**
 * HTTP through Chromium's network stack: system proxy, PAC and the operating system's certificates apply. No
 * cookies, no cache, no redirects.
 */
export function chromiumHttp(session: Session): HttpPort {
  return (request) => exchange(session, request);
}

function exchange(session: Session, asked: HttpRequest): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    if (asked.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const request = net.request({
      method: asked.method,
      url: asked.url,
      session,
      credentials: 'omit',
      useSessionCookies: false,
      redirect: 'manual',
      cache: 'no-store',
    });
    let isSettled = false;
    const settle = (outcome: HttpOutcome): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      asked.signal.removeEventListener('abort', onAbort);
      resolve(outcome);
      if (outcome.kind !== 'response') request.abort();
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted' });
    };
    const timer = setTimeout(() => {
      settle({ kind: 'timeout' });
    }, asked.timeoutMs);
    asked.signal.addEventListener('abort', onAbort, { once: true });

    for (const [name, value] of Object.entries(asked.headers)) request.setHeader(name, value);
    listen(request, asked.maxBytes, settle);
    if (asked.body) request.write(Buffer.from(asked.body));
    request.end();
  });
}

function listen(request: ClientRequest, maxBytes: number, settle: (outcome: HttpOutcome) => void): void {
  request.on('redirect', (status, _method, _url, headers) => {
    // Not followed: nothing is called, and what was learned is handed on.
    settle({ kind: 'response', status, headers: joined(headers), body: new Uint8Array() });
    request.abort();
  });
  request.on('login', (_authInfo, callback) => {
    callback();
  });
  request.on('error', (error) => {
    settle(classify(error.message));
  });
  request.on('abort', () => {
    settle({ kind: 'aborted' });
  });
  request.on('response', (response) => {
    readBody(response, maxBytes, settle);
  });
}

function readBody(response: IncomingMessage, maxBytes: number, settle: (outcome: HttpOutcome) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk) => {
    length += chunk.length;
    if (length > maxBytes) settle({ kind: 'too-large', limitBytes: maxBytes });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const headers = joined(response.headers);
    settle({ kind: 'response', status: response.statusCode, headers, body: Buffer.concat(chunks) });
  });
  response.on('error', (error: Error) => {
    settle(classify(error.message));
  });
  response.on('aborted', () => {
    settle({ kind: 'network', evidence: 'ERR_ABORTED' });
  });
}

function joined(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** Sorts Chromium's error by its name (net_error_list.h): the code is the evidence, the text is not read. */
export function classify(message: string): HttpOutcome {
  const evidence = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_FAILED';
  if (/^ERR_(CERT_|SSL_|BAD_SSL)/.test(evidence)) return { kind: 'tls', evidence };
  if (/^ERR_(TUNNEL_CONNECTION_FAILED|PROXY_AUTH)/.test(evidence)) return { kind: 'proxy-login', evidence };
  if (/TIMED_OUT$/.test(evidence)) return { kind: 'timeout' };
  return { kind: 'network', evidence };
}
