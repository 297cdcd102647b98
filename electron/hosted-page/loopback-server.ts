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

/** Ample: a local browser sends its headers within milliseconds. */
const HEADERS_MS = 1_000;
const MOST_IDLE = 256;
const LONGEST_HEADERS = 16_384;
/** Attempts to find a port free in both address families. */
const PORTS_TRIED = 8;
/** Errors for an address that this computer lacks: no other program can use it either. */
const ABSENT: readonly string[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Listens at the same port of each available address; port 0 chooses a free one. Does not keep the process alive. */
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

/** Resolves to the error code; null on success. */
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

// SECURITY: SEC-102 other programs' connections, however many, cannot block the person's browser.
function serve(servers: readonly Server[], answer: RequestHandler): void {
  /** Connections without a request, oldest first; `fresh` counts those of this turn of the event loop. */
  const idle = new Set<Socket>();
  let fresh = 0;

  /** Closes the oldest connections above the limit, except those of this turn, whose requests are still unread. */
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
      // First read requests that arrived while the program was busy.
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
