import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { failure, success, type Result } from '../../shared/result.ts';
import type { Accepted } from './peers.ts';

export type LoopbackServer = Readonly<{ port: number; close: () => void }>;
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Accepted,
) => void;

/** How long a connection may be without a request; a browser on this computer needs milliseconds. */
const HEADERS_MS = 1_000;
/** How many of those there are before the oldest makes room. */
const MOST_IDLE = 256;
const LONGEST_HEADERS = 16_384;
/** How often another free port is looked for, where one is free for one address family alone. */
const PORTS_TRIED = 8;
/** Errors that mean that this computer has no such address, so that no other program can be at it. */
const ABSENT: readonly string[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Listens at all of these addresses that there are, at one port; at a free one where that is 0. It keeps no process alive. */
export async function listenOnLoopback(
  hosts: readonly string[],
  fixedPort: number,
  answer: RequestHandler,
): Promise<Result<LoopbackServer, string>> {
  let why = '';
  for (let tried = 0; tried < PORTS_TRIED; tried += 1) {
    const servers: Server[] = [];
    let port = fixedPort;
    let refusal = '';
    for (const host of hosts) {
      const server = createServer({ maxHeaderSize: LONGEST_HEADERS });
      const error = await bound(server, host, port);
      if (error === null) {
        servers.push(server);
        port = (server.address() as AddressInfo).port;
      } else if (!ABSENT.includes(error) || hosts.length === 1) refusal = error;
      why = error ?? why;
    }
    const close = (): void => {
      for (const server of servers) server.close();
    };
    if (refusal === '' && servers.length > 0) {
      serve(servers, answer);
      return success({ port, close });
    }
    close();
    if (fixedPort !== 0 || refusal !== 'EADDRINUSE') break;
  }
  return failure(why);
}

/** @returns null where it listens, else the code of the error */
function bound(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? 'unknown');
    });
    server.listen({ host, port, exclusive: true }, () => {
      resolve(null);
    });
  });
}

// SECURITY: SEC-102 no number of connections keeps the person's browser out.
function serve(servers: readonly Server[], answer: RequestHandler): void {
  /** Without a request so far, the oldest first; and how many of them came just now. */
  const idle = new Set<Socket>();
  let fresh = 0;

  /** Spares connections of the same turn: their requests could not be read yet. */
  function makeRoom(): void {
    for (const socket of idle) {
      if (idle.size - fresh <= MOST_IDLE) break;
      idle.delete(socket);
      socket.destroy();
    }
    fresh = 0;
  }

  function admit(socket: Socket): void {
    idle.add(socket);
    fresh += 1;
    if (fresh === 1) setImmediate(makeRoom);
    const late = setTimeout(() => {
      // First read requests that came while this program was busy.
      setImmediate(() => {
        if (idle.has(socket)) socket.destroy();
      });
    }, HEADERS_MS);
    socket.once('close', () => {
      clearTimeout(late);
      idle.delete(socket);
    });
    socket.on('error', () => undefined);
  }

  for (const server of servers) {
    server.unref();
    server.on('connection', admit);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      idle.delete(request.socket);
      answer(request, response, endsOf(request.socket));
    });
    server.on('error', () => undefined);
    server.on('clientError', (_, socket) => socket.destroy());
  }
}

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): Accepted {
  return {
    own: { address: localAddress ?? '', port: localPort ?? 0 },
    peer: { address: remoteAddress ?? '', port: remotePort ?? 0 },
  };
}
