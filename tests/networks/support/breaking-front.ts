import { createServer as createHttp, request as requestHttp } from 'node:http';
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import type { IncomingMessage, ServerResponse, Server as HttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { asIfHere, without } from './fronts.ts';

/** The protocol that the front speaks: plain HTTP/1.1, HTTP/1.1 over TLS, or HTTP/2 alone. */
export type Protocol = 'http' | 'https' | 'h2';

/**
 * How a connection breaks once the service has acted. `408`: HTTP 408 Request Timeout in place of
 * the answer.
 */
export type Break = 'reset' | 'close' | '408' | 'session-destroyed' | 'goaway' | 'stream-reset';

/** The arrival of a call, before the service has acted. */
export type Arrival = Readonly<{ call: string; atMs: number }>;

export type BreakingFront = Readonly<{
  port: number;
  /** Calls below `/api/transaction/`, in the order of their arrival. */
  arrivals: readonly Arrival[];
  close: () => Promise<void>;
}>;

/** A service that keeps connections alive, and breaks those of one call after it has acted. */
export async function startBreakingFront(
  options: Readonly<{
    target: Readonly<{ port: number }>;
    protocol: Protocol;
    server: Readonly<{ key: string; cert: string }>;
    /** Null: none. */
    breaks: Readonly<{ call: string; by: Break }> | null;
    /** Offers the service over QUIC too, at this port. */
    quicPort?: number;
  }>,
): Promise<BreakingFront> {
  const { target, protocol, server, breaks, quicPort } = options;
  const offered = quicPort === undefined ? {} : { 'Alt-Svc': `h3=":${String(quicPort)}"; ma=3600` };
  const sockets = new Set<Socket>();
  const arrivals: Arrival[] = [];
  const isBroken = (path: string): boolean => {
    const call = /^\/api\/transaction\/(\w+)$/.exec(path)?.[1];
    if (call !== undefined) arrivals.push({ call, atMs: performance.now() });
    return breaks !== null && call === breaks.call;
  };

  const overHttp1 = (message: IncomingMessage, answer: ServerResponse): void => {
    const isLost = isBroken(message.url ?? '');
    const upstream = forwarded(message.method, message.url, message.headers, target);
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    upstream.on('response', (response) => {
      if (!isLost) {
        answer.writeHead(response.statusCode ?? 502, { ...response.headers, ...offered });
        response.pipe(answer);
        return;
      }
      response.resume();
      response.on('end', () => {
        if (breaks?.by === '408') answer.writeHead(408, { 'Content-Length': 0 }).end();
        else if (breaks?.by === 'reset') resetUnder(message.socket, sockets);
        else message.socket.end();
      });
    });
    message.pipe(upstream);
  };

  const overHttp2 = (
    stream: ServerHttp2Stream,
    headers: Readonly<Record<string, unknown>>,
  ): void => {
    stream.on('error', () => undefined);
    const path = String(headers[':path']);
    const isLost = isBroken(path);
    const passedOn = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !name.startsWith(':')),
    );
    const upstream = forwarded(String(headers[':method']), path, passedOn as never, target);
    upstream.on('error', () => {
      stream.close();
    });
    stream.on('close', () => upstream.destroy());
    upstream.on('response', (response) => {
      if (isLost) {
        response.resume();
        response.on('end', () => {
          breakStream(stream, breaks?.by ?? 'goaway');
        });
        return;
      }
      // HTTP/2 has no headers for one hop (RFC 9113, 8.2.2).
      const kept = without(response.headers, 'connection', 'keep-alive', 'transfer-encoding');
      stream.respond({ ':status': response.statusCode ?? 502, ...kept });
      response.pipe(stream);
    });
    stream.pipe(upstream);
  };

  const front = serverFor(protocol, server, overHttp1, overHttp2);
  front.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    port: (front.address() as AddressInfo).port,
    arrivals,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function serverFor(
  protocol: Protocol,
  server: Readonly<{ key: string; cert: string }>,
  overHttp1: (message: IncomingMessage, answer: ServerResponse) => void,
  overHttp2: (stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>) => void,
): Server {
  if (protocol === 'http') return createHttp(overHttp1);
  if (protocol === 'https') return createHttps(server, overHttp1) as HttpServer;
  const h2 = createSecureServer(server);
  h2.on('stream', overHttp2);
  h2.on('session', (session: ServerHttp2Session) => session.on('error', () => undefined));
  h2.on('sessionError', () => undefined);
  return h2;
}

function forwarded(
  method: string | undefined,
  path: string | undefined,
  headers: IncomingMessage['headers'],
  target: Readonly<{ port: number }>,
) {
  return requestHttp({
    host: '127.0.0.1',
    port: target.port,
    method,
    path,
    headers: asIfHere(headers, target),
    agent: false,
  });
}

/** Resets the connection below, which TLS would close in order. */
function resetUnder(socket: Socket, sockets: ReadonlySet<Socket>): void {
  for (const below of sockets) {
    if (below.remotePort === socket.remotePort) below.resetAndDestroy();
  }
}

function breakStream(stream: ServerHttp2Stream, by: Break): void {
  if (by === 'stream-reset') {
    // CANCEL: the service may have acted.
    stream.close(8);
    return;
  }
  const { session } = stream;
  if (by === '408') stream.respond({ ':status': 408 }, { endStream: true });
  else if (by === 'goaway') session?.goaway();
  if (by !== '408') session?.destroy();
}
