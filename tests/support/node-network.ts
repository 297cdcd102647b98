import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WebSocket } from 'ws';
import type { HttpOutcome, HttpPort, HttpRequest } from '../../electron/network/http-port.ts';
import { chromiumFailure, cutAnswer, nodeFault } from '../../electron/network/network-errors.ts';
import type { WebSocketLike, WebSocketPort } from '../../electron/network/websocket-port.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/** Relation of a Node network to the service: its trusted certificates, and its proxy for plain http. */
export type NodeNetwork = Readonly<{
  ca?: string;
  proxy?: Readonly<{ hostname: string; port: number }>;
}>;

/** OpenSSL's names for faults that Chromium refuses, mapped to Chromium's names (net_error_list.h). */
const TLS_NAMES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
};

/** The HTTP port over Node's own sockets, https and a proxy included, for runs without Electron. */
export function httpOver(network: NodeNetwork): HttpPort {
  return (asked) =>
    new Promise((resolve) => {
      if (asked.signal.aborted) resolve({ kind: 'aborted' });
      else exchange(network, asked, resolve);
    });
}

/** The same, straight to plain http. */
export const nodeHttp: HttpPort = httpOver({});

function exchange(
  network: NodeNetwork,
  asked: HttpRequest,
  resolve: (outcome: HttpOutcome) => void,
): void {
  const sent = send(network, asked);
  let isSettled = false;
  const settle = (outcome: HttpOutcome): void => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    asked.signal.removeEventListener('abort', onAbort);
    resolve(outcome);
    sent.destroy();
  };
  const onAbort = (): void => {
    settle({ kind: 'aborted' });
  };
  const timer = setTimeout(() => {
    settle({ kind: 'timeout' });
  }, asked.timeoutMs);
  asked.signal.addEventListener('abort', onAbort, { once: true });
  let answeredWith: number | null = null;
  const onError = (error: NodeJS.ErrnoException): void => {
    const code = error.code ?? 'unknown';
    const tls = TLS_NAMES[code];
    if (answeredWith !== null) settle(cutAnswer(answeredWith, code));
    else if (tls !== undefined) settle(chromiumFailure(tls));
    else settle({ kind: 'network', fault: nodeFault(code), evidence: toEvidence`${code}` });
  };
  sent.on('error', onError);
  sent.on('response', (response) => {
    answeredWith = response.statusCode ?? 0;
    response.on('error', onError);
    read(response, asked.maxBytes, settle);
  });
  sent.end(asked.body ?? undefined);
}

function send({ ca, proxy }: NodeNetwork, { url, method, headers }: HttpRequest): ClientRequest {
  if (url.startsWith('https:')) {
    return httpsRequest(url, {
      method,
      headers,
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    });
  }
  if (!proxy) return httpRequest(url, { method, headers, agent: false });
  const { host } = new URL(url);
  return httpRequest({
    ...proxy,
    method,
    path: url,
    headers: { ...headers, Host: host },
    agent: false,
  });
}

function read(
  response: IncomingMessage,
  maxBytes: number,
  settle: (outcome: HttpOutcome) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) settle({ kind: 'too-large', limitBytes: maxBytes });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    settle({
      kind: 'response',
      status: response.statusCode ?? 0,
      headers,
      body: Buffer.concat(chunks),
    });
  });
}

/** The WebSocket port over npm `ws`, which trusts the same. */
export function webSocketOver({ ca }: NodeNetwork): WebSocketPort {
  return (url, headers) => {
    const socket = new WebSocket(url, { headers, ...(ca === undefined ? {} : { ca }) });
    socket.binaryType = 'arraybuffer';
    return socket as unknown as WebSocketLike;
  };
}

/** The same, without additional trust. */
export const nodeWebSocket: WebSocketPort = webSocketOver({});
