import {
  createServer as createHttp,
  request as requestHttp,
  type IncomingHttpHeaders,
} from 'node:http';
import { connect as connectTcp, type ListenOptions, type Server, type Socket } from 'node:net';
import { createServer as createTls, type Server as TlsServer } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export type Front = Readonly<{ port: number; close: () => Promise<void> }>;
type Target = Readonly<{ port: number }>;

const LOOPBACK: ListenOptions = { port: 0, host: '127.0.0.1' };

/**
 * The service behind TLS: relays incoming bytes unchanged to a port of loopback.
 *
 * @param at where it listens
 */
export async function startTlsFront(
  target: Target,
  server: Readonly<{ key: string; cert: string }>,
  at: ListenOptions = LOOPBACK,
): Promise<Front> {
  const { front, sockets } = makeTlsFront(target, server);
  return await started(front, sockets, at);
}

/** The same before it listens, and its open sockets. */
export function makeTlsFront(
  target: Target,
  server: Readonly<{ key: string; cert: string }>,
): Readonly<{ front: TlsServer; sockets: ReadonlySet<Socket> }> {
  const sockets = new Set<Socket>();
  const front = createTls(server, (client) => {
    const upstream = connectTcp(target.port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  front.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  return { front, sockets };
}

const COMPRESSIONS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;
export type Compression = keyof typeof COMPRESSIONS;

/** An inspection middlebox's changes to the exchanges that it decrypts. */
export type MiddleboxOptions = Readonly<{
  /** It passes no Upgrade on. */
  dropUpgrade?: boolean;
  /** It hands an answer on when it has all of it. */
  buffer?: boolean;
  /** It ends every exchange that takes longer, in milliseconds. */
  cutAfterMs?: number;
  /** It compresses each answer. */
  compression?: Compression;
  /** It names each answer's kind so. */
  contentType?: string;
}>;

/** A middlebox that speaks HTTP on both sides, to the service by the name that it listens to. */
export async function startMiddlebox(target: Target, options: MiddleboxOptions): Promise<Front> {
  const sockets = new Set<Socket>();
  const middlebox = createHttp((message, answer) => {
    const upstream = requestHttp({
      host: '127.0.0.1',
      port: target.port,
      method: message.method,
      path: message.url,
      headers: asIfHere(message.headers, target),
    });
    upstream.on('error', () => answer.destroy());
    upstream.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', () => answer.destroy());
      const { compression, contentType } = options;
      if (!options.buffer && compression === undefined && contentType === undefined) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        return;
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const kept = without(response.headers, 'transfer-encoding', 'content-length');
        const body = Buffer.concat(chunks);
        const sent = compression === undefined ? body : COMPRESSIONS[compression](body);
        answer.writeHead(response.statusCode ?? 502, {
          ...kept,
          ...(compression === undefined ? {} : { 'content-encoding': compression }),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        });
        // In chunks: without a length, and the first byte alone.
        answer.write(sent.subarray(0, 1));
        answer.end(sent.subarray(1));
      });
    });
    answer.on('close', () => upstream.destroy());
    message.pipe(upstream);
    if (options.cutAfterMs !== undefined)
      setTimeout(() => answer.destroy(), options.cutAfterMs).unref();
  });
  middlebox.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  middlebox.on('upgrade', (message, client: Socket, head: Buffer) => {
    client.on('error', () => undefined);
    if (options.dropUpgrade) {
      client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    const upstream = connectTcp(target.port, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    const headers = asIfHere(message.headers, target);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    upstream.write(`GET ${message.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (head.length > 0) upstream.write(head);
    client.pipe(upstream).pipe(client);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('close', end);
    upstream.on('close', end);
    if (options.cutAfterMs !== undefined) setTimeout(end, options.cutAfterMs).unref();
  });
  return await started(middlebox, sockets);
}

/**
 * The emulator refuses names other than loopback's, such as a name behind a proxy: rewrite the
 * host.
 */
export function asIfHere(headers: IncomingHttpHeaders, { port }: Target): IncomingHttpHeaders {
  return { ...without(headers, 'origin'), host: `127.0.0.1:${String(port)}` };
}

/** Headers less those that hold for one hop. */
export function without(
  headers: IncomingHttpHeaders,
  ...names: readonly string[]
): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Lets it listen. A front at a path has the port 0. */
export async function started(
  server: Server,
  sockets: ReadonlySet<Socket>,
  at: ListenOptions = LOOPBACK,
): Promise<Front> {
  await new Promise<void>((resolve) => server.listen(at, resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
