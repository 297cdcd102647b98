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

/** Limit for the headers of a request. It is ample: a local browser sends them within milliseconds. */
const HEADERS_MS = 1_000;
/** Limit for connections without a request. */
const MOST_IDLE = 256;
/** Limit for the headers of a request, in bytes. */
const MOST_HEADER_BYTES = 16_384;
/** Attempts to find a port free in both address families. */
const PORTS_TRIED = 8;
/** Errors for an address that this computer lacks: no other program can use it either. */
const ABSENT: readonly string[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens at the same port of each available address; port 0 chooses a free one. Does not keep the
 * process alive.
 */
export async function listenOnLoopback(
  hosts: readonly string[],
  fixedPort: number,
  answer: RequestHandler,
): Promise<Result<LoopbackServer, string>> {
  let lastError = '';
  for (let attempt = 0; attempt < PORTS_TRIED; attempt += 1) {
    const servers: Server[] = [];
    let port = fixedPort;
    /** The error at an address that may not be left out. */
    let refusal = '';
    for (const host of hosts) {
      const server = createServer({ maxHeaderSize: MOST_HEADER_BYTES });
      const error = await bind(server, host, port);
      if (error === null) {
        servers.push(server);
        // The next address gets the port that the system chose for the first one.
        port = (server.address() as AddressInfo).port;
        continue;
      }
      lastError = error;
      const mayBeLeftOut = ABSENT.includes(error) && hosts.length > 1;
      if (!mayBeLeftOut) refusal = error;
    }
    const close = (): void => {
      for (const server of servers) server.close();
    };
    if (refusal === '' && servers.length > 0) {
      serve(servers, answer);
      return success({ port, close });
    }
    close();
    // Another free port helps only against a port that is in use at one of the addresses.
    const wouldOtherPortHelp = fixedPort === 0 && refusal === 'EADDRINUSE';
    if (!wouldOtherPortHelp) break;
  }
  return failure(lastError);
}

/** Resolves to the error code; null on success. */
function bind(server: Server, host: string, port: number): Promise<string | null> {
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
  /** Connections without a request, oldest first. */
  const idle = new Set<Socket>();
  /** How many connections this turn of the event loop has accepted. Their requests are still unread. */
  let unreadCount = 0;

  /**
   * Closes the oldest idle connections above the limit. Those of this turn neither count nor are
   * closed.
   */
  function makeRoom(): void {
    for (const socket of idle) {
      if (idle.size - unreadCount <= MOST_IDLE) break;
      idle.delete(socket);
      socket.destroy();
    }
    unreadCount = 0;
  }

  function admit(socket: Socket): void {
    idle.add(socket);
    unreadCount += 1;
    if (unreadCount === 1) setImmediate(makeRoom);
    const headersTimer = setTimeout(() => {
      // The timer may run before a request is read that arrived while the program was busy.
      // `setImmediate` lets the event loop read it first.
      setImmediate(() => {
        if (idle.has(socket)) socket.destroy();
      });
    }, HEADERS_MS);
    socket.once('close', () => {
      clearTimeout(headersTimer);
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
