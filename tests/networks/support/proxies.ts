import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import {
  createServer,
  request as requestHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { without } from './fronts.ts';

/** A proxy's treatment of its traffic on loopback. */
export type ProxyOptions = Readonly<{
  /** It wants this login (Basic, RFC 7617). */
  login?: Readonly<{ username: string; password: string }>;
  /** It answers every CONNECT with this status instead of a tunnel. */
  refuse?: number;
  /** Where it leads to, whatever was asked for: host names need not exist. */
  target: Readonly<{ host: string; port: number }>;
}>;

export type TestProxy = Readonly<{
  url: string;
  /** Requests it received: `CONNECT host:port`, or a method and an address. */
  asked: () => readonly string[];
  /** How often a login was wrong or missing. */
  refused: () => number;
  close: () => Promise<void>;
}>;

/**
 * Starts a proxy on a free port of loopback: CONNECT for tunnels, absolute addresses for plain
 * http.
 */
export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  let refused = 0;
  const sockets = new Set<Duplex>();
  const track = <Stream extends Duplex>(stream: Stream): Stream => {
    sockets.add(stream);
    stream.on('close', () => sockets.delete(stream));
    stream.on('error', () => stream.destroy());
    return stream;
  };
  const isLoggedIn = (message: IncomingMessage): boolean => {
    if (!options.login) return true;
    const { username, password } = options.login;
    const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (message.headers['proxy-authorization'] === wanted) return true;
    refused += 1;
    return false;
  };
  const server = createServer((message, answer) => {
    asked.push(`${message.method ?? ''} ${(message.url ?? '').replace(/\?.*/, '')}`);
    if (!isLoggedIn(message)) {
      answer.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="loopback"' }).end();
      return;
    }
    forward(message, answer, options, track);
  });
  server.on('connection', track);
  server.on('connect', (message: IncomingMessage, client: Duplex, head: Buffer) => {
    asked.push(`CONNECT ${message.url ?? ''}`);
    track(client);
    if (!isLoggedIn(message)) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="loopback"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    if (options.refuse !== undefined) {
      client.end(`HTTP/1.1 ${String(options.refuse)} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    tunnel(client, head, options, track);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked: () => asked,
    refused: () => refused,
    close: () => closed(server, sockets),
  };
}

/** Serves a PAC file (a function of JavaScript that names the proxy of an address). */
export async function startPac(
  script: string,
): Promise<Readonly<{ url: string; close: () => Promise<void> }>> {
  const sockets = new Set<Duplex>();
  const server = createServer((_message, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/x-ns-proxy-autoconfig' }).end(script);
  });
  server.on('connection', (socket) => sockets.add(socket));
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${String(port)}/proxy.pac`,
    close: () => closed(server, sockets),
  };
}

type Track = <Stream extends Duplex>(stream: Stream) => Stream;

function tunnel(client: Duplex, head: Buffer, { target }: ProxyOptions, track: Track): void {
  const upstream: Socket = track(connectTcp(target.port, target.host));
  upstream.on('connect', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  upstream.on('close', end);
  client.on('close', end);
}

function forward(
  message: IncomingMessage,
  answer: ServerResponse,
  options: ProxyOptions,
  track: Track,
): void {
  const { pathname, search, host } = new URL(message.url ?? '', 'http://nobody.invalid');
  const headers = without(message.headers, 'proxy-authorization', 'proxy-connection');
  const upstream = requestHttp({
    host: options.target.host,
    port: options.target.port,
    method: message.method,
    path: `${pathname}${search}`,
    headers: { ...headers, host: headers.host ?? host },
  });
  upstream.on('socket', track);
  upstream.on('error', () => answer.destroy());
  upstream.on('response', (response) => {
    response.on('error', () => answer.destroy());
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  message.pipe(upstream);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server, sockets: ReadonlySet<Duplex>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
