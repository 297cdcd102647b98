import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a server that should receive no request. */
export type Arrival = Readonly<{ method: string; path: string; headers: IncomingHttpHeaders }>;

/** A loopback server that takes everything and counts it, so that absence can be asserted. */
export type CountingServer = Readonly<{
  url: string;
  /** The same port over UDP, where STUN would go. */
  port: number;
  arrivals: readonly Arrival[];
  /** TCP connections, those without any request included, and UDP packets. */
  touches: () => Readonly<{ connections: number; requests: number; packets: number }>;
  /** Resets the counts. */
  forget: () => void;
  close: () => Promise<void>;
}>;

const PAGE = ['text/html', '<!doctype html><title>outside</title>'] as const;
const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  script: ['text/javascript', 'window.ran = 1'],
  style: ['text/css', 'body { --hostile: yes }'],
  image: ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
};

/**
 * Starts a server that gives every request the same answer: by default the requested kind of
 * content, readable by any page.
 */
export async function startCountingServer(
  answer: Readonly<{
    status?: number;
    headers?: Readonly<Record<string, string | readonly string[]>>;
  }> = {},
): Promise<CountingServer> {
  const arrivals: Arrival[] = [];
  let connections = 0;
  let packets = 0;
  const server = createServer((request, response) => {
    arrivals.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    request.resume();
    const [type, body] = BODIES[String(request.headers['sec-fetch-dest'])] ?? PAGE;
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      'access-control-allow-origin': '*',
      ...answer.headers,
    } as Record<string, string | string[]>);
    response.end(body);
  });
  server.on('upgrade', (request, socket) => {
    arrivals.push({ method: 'UPGRADE', path: request.url ?? '', headers: request.headers });
    socket.destroy();
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const udp: Socket = createSocket('udp4');
  udp.on('message', () => (packets += 1));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    arrivals,
    touches: () => ({ connections, requests: arrivals.length, packets }),
    forget: () => {
      arrivals.length = 0;
      connections = 0;
      packets = 0;
    },
    close: async () => {
      udp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
