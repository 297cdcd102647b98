import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { failure, success, type Result } from '../../shared/result.ts';
import type { PageFailure } from '../../shared/faults/service-failure.ts';
import { sendAnswer, type AnswerStrings } from './answer-page.ts';
import {
  callbackAddress,
  newCallbackValue,
  type Callback,
  type CallbackAddress,
  type CallbackParameters,
} from './callback.ts';

export type ListenerOptions = Readonly<{
  /** `service.prompt.callbackUrl`: an http address of this computer; null for one of our own. */
  base: string | null;
  parameters: CallbackParameters;
  strings: AnswerStrings;
}>;

/** Listens on this computer alone for the one callback of a login (RFC 8252, 7.3 and 8.3). */
export type CallbackListener = Readonly<{
  /** What init is sent. */
  callbackUrl: string;
  /** Told once, when the page has been sent that answers it. */
  listen: (onCallback: (callback: Callback) => void) => void;
  /** Takes no connection any more; what is being answered is answered. */
  close: () => void;
}>;

/** How long a connection may take; a browser on this computer needs milliseconds. */
const CONNECTION_MS = 5_000;
const MOST_CONNECTIONS = 16;
const LONGEST_HEADERS = 16_384;
/** How often another free port is looked for, where one is free for one address family alone. */
const PORTS_TRIED = 8;

/** Which addresses are listened at, by the host of the callback address. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  // The browser chooses: somebody else at the other address would be given the token.
  localhost: ['127.0.0.1', '::1'],
};

/** Opens it, at a free port where the address names none. */
// SECURITY: SEC-80 reachable from this computer alone, for one login, at an address that nobody can guess.
export async function openCallbackListener(
  options: ListenerOptions,
): Promise<Result<CallbackListener, PageFailure>> {
  const bases = options.base === null ? ['http://127.0.0.1', 'http://[::1]'] : [options.base];
  let why = '';
  for (const base of bases) {
    const url = new URL(base);
    const hosts = url.protocol === 'http:' ? FAMILIES[url.hostname] : undefined;
    if (hosts === undefined) return failure({ kind: 'callback', evidence: 'no loopback address' });
    const opened = await listenAt(hosts, url.port === '' ? 0 : Number(url.port));
    if (opened.ok) return success(listenerOf(opened.value, url, options));
    why = opened.error;
  }
  return failure({ kind: 'callback', evidence: why });
}

type Servers = Readonly<{ servers: readonly Server[]; port: number }>;

/** Listens at all of these addresses that there are, at one port. */
async function listenAt(hosts: readonly string[], fixedPort: number): Promise<Result<Servers, string>> {
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
    if (refusal === '' && servers.length > 0) return success({ servers, port });
    for (const server of servers) server.close();
    if (fixedPort !== 0 || refusal !== 'EADDRINUSE') break;
  }
  return failure(why);
}

/** What says that this computer has no such address, and nobody else can be at it. */
const ABSENT: readonly string[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

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

function listenerOf(
  { servers, port }: Servers,
  base: URL,
  { parameters, strings }: ListenerOptions,
): CallbackListener {
  const own = new URL(base.href);
  own.port = String(port);
  const callback = callbackAddress(own.href, parameters, newCallbackValue());
  const sockets = new Set<Socket>();
  let onCallback: ((callback: Callback) => void) | null = null;
  let isOver = false;

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { status, found } = isOver ? NOTHING : judged(request, own, callback);
    if (found === null || onCallback === null) {
      sendAnswer(response, found === null ? status : 404, strings.nothingHere, strings);
      return;
    }
    const tell = onCallback;
    // From now on everything else, the same once more included, is nothing that was asked for.
    onCallback = null;
    let isTold = false;
    const told = (): void => {
      if (isTold || isOver) return;
      isTold = true;
      tell(found);
    };
    // The page first: what comes of the callback may end this program.
    response.once('finish', told);
    response.once('close', told);
    sendAnswer(response, 200, strings.done, strings);
  };
  for (const server of servers) {
    server.maxConnections = MOST_CONNECTIONS;
    server.on('request', answer);
    server.on('error', () => undefined);
    server.on('clientError', (_, socket) => socket.destroy());
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      const late = setTimeout(() => socket.destroy(), CONNECTION_MS);
      socket.once('close', () => {
        clearTimeout(late);
        sockets.delete(socket);
      });
      socket.on('error', () => undefined);
    });
  }
  return {
    callbackUrl: callback.url,
    listen: (listener) => {
      onCallback = listener;
    },
    close: () => {
      isOver = true;
      for (const server of servers) server.close();
      for (const socket of sockets) socket.unref();
    },
  };
}

type Judged = Readonly<{ status: number; found: Callback | null }>;
const NOTHING: Judged = { status: 404, found: null };

/** The callback that a request is, or with what it is refused. */
function judged({ method, headers, url = '' }: IncomingMessage, own: URL, callback: CallbackAddress): Judged {
  // A page elsewhere that gives its own name this address (DNS rebinding) is told nothing.
  if (headers.host !== own.host) return { status: 400, found: null };
  if (method !== 'GET') return { status: 405, found: null };
  if (!url.startsWith('/') || url.startsWith('//')) return { status: 400, found: null };
  return { status: 404, found: callback.read(`${own.origin}${url}`) };
}
