import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { ExchangeFailure } from '../../shared/service/service-failure.ts';
import type { Clock } from '../os/clock.ts';
import { basicAuthorization } from './basic-logins.ts';
import { exchangeLimit, PROCESS_TIMERS } from './exchange-limit.ts';
import { cutOff } from './exchange-outcome.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from './http-port.ts';
import { headFailure, HUNG_UP, isHangUp, nodeFailure, unusableAnswer } from './network-errors.ts';
import { codeIn, connectionTo, proxyFor, type NodeConnectionOptions } from './node-connection.ts';
import type { ProxyCredentials } from './proxy-credentials.ts';
import { hostAndPort, type Proxy } from './route.ts';
import { urlOf } from './url-of.ts';

export type NodeHttp = Readonly<{
  /** HTTP/1.1 over Node's sockets; without cookies, cache, redirects or decompression. */
  http: HttpPort;
  /**
   * Call after a change of the network path. Existing connections get no further request; running
   * exchanges go on.
   */
  leaveConnections: () => void;
}>;

/** Longest head of an answer, in bytes. Chromium has the same limit. */
const MAX_HEAD_BYTES = 262_144;

export function nodeHttp(
  connectionOptions: NodeConnectionOptions,
  timers: Clock = PROCESS_TIMERS,
): NodeHttp {
  const onceAgent = new ServiceAgent(connectionOptions, false);
  let keepAliveAgent = new ServiceAgent(connectionOptions, true);
  return {
    http: (wanted) => {
      // A request with an effect gets a connection of its own: no earlier request can break it, and
      // nobody sends the request again.
      const agent = wanted.atMostOnce === true ? onceAgent : keepAliveAgent;
      return exchange({ connectionOptions, timers, agent }, wanted);
    },
    leaveConnections: () => {
      keepAliveAgent.leave();
      keepAliveAgent = new ServiceAgent(connectionOptions, true);
    },
  };
}

/**
 * Our own options of a request, which Node hands on to `createConnection` beside its own. `ending`
 * aborts when the exchange ends without a response.
 */
type Connecting = Readonly<{ url: URL; proxy: Proxy | null; ending: AbortSignal }>;

/** Carries a failure through Node's `error` event. */
class NoConnection extends Error {
  readonly failure: ExchangeFailure;

  constructor(failure: ExchangeFailure) {
    super('no connection');
    this.failure = failure;
  }
}

/**
 * Makes connections whose server is judged, and may keep them alive. To Node a TLS connection is
 * here a plain stream.
 */
class ServiceAgent extends Agent {
  readonly #connectionOptions: NodeConnectionOptions;
  /** Whether `leave` was called: the connections of this agent get no further request. */
  isLeft = false;

  constructor(connectionOptions: NodeConnectionOptions, keepAlive: boolean) {
    super({ keepAlive });
    this.#connectionOptions = connectionOptions;
  }

  leave(): void {
    this.isLeft = true;
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }

  /** The key of kept connections: Node's own, host and port, knows no scheme and no proxy. */
  // SECURITY: SEC-10 nothing for https goes over a connection that was made for http.
  override getName(options?: Parameters<Agent['getName']>[0]): string {
    const { url, proxy } = options as ClientRequestArgs & Connecting;
    return `${url.protocol} ${proxy === null ? '' : hostAndPort(proxy.hostname, proxy.port)} ${super.getName(options)}`;
  }

  override createConnection(
    options: ClientRequestArgs,
    onConnection: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { url, proxy, ending } = options as ClientRequestArgs & Connecting;
    const fail = (failure: ExchangeFailure): void => {
      onConnection(new NoConnection(failure), undefined as never);
    };
    connectionTo(this.#connectionOptions, url, proxy, ending).then(
      (opened) => {
        if (!opened.ok) fail(opened.error);
        else if (opened.value.destroyed) fail(nodeFailure(HUNG_UP));
        else onConnection(null, opened.value);
      },
      // For instance, the context of TLS cannot be made.
      (error: unknown) => {
        fail(nodeFailure(codeIn(error as Error)));
      },
    );
  }
}

type ExchangeContext = Readonly<{
  connectionOptions: NodeConnectionOptions;
  timers: Clock;
  agent: ServiceAgent;
}>;

function exchange(
  { connectionOptions, timers, agent }: ExchangeContext,
  wanted: HttpRequest,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    if (wanted.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const url = urlOf(wanted.url);
    if (url === null) {
      resolve(nodeFailure('unusable address'));
      return;
    }
    const chosen = proxyFor(connectionOptions, url);
    if (!chosen.ok) {
      resolve(chosen.error);
      return;
    }
    const proxy = chosen.value;
    const ending = new AbortController();
    let isSettled = false;
    let answeredWith: number | null = null;
    const settle = (outcome: HttpOutcome): void => {
      if (isSettled) return;
      isSettled = true;
      cancelLimit();
      wanted.signal.removeEventListener('abort', onAbort);
      resolve(answeredWith === null ? outcome : cutOff(outcome, answeredWith));
      if (outcome.kind !== 'response') ending.abort();
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted' });
    };
    const cancelLimit = exchangeLimit(timers, wanted.timeoutMs, () => {
      settle({ kind: 'timeout' });
    });
    wanted.signal.addEventListener('abort', onAbort, { once: true });

    /**
     * The proxy that gets the request itself, with the login in it: only plain http has one, https
     * has a tunnel.
     */
    const httpProxy = url.protocol === 'http:' ? proxy : null;
    const send = (login: ProxyCredentials | null): void => {
      const sending = { url, proxy, ending: ending.signal, agent, httpProxy, login };
      const request = startedRequest(sending, wanted);
      let connection: Socket | null = null;
      let bytesBefore = 0;
      request.on('socket', (socket) => {
        connection = socket;
        bytesBefore = socket.bytesRead;
      });
      request.on('error', (error: Error) => {
        if (isSettled) return;
        if (error instanceof NoConnection) {
          settle(error.failure);
          return;
        }
        const code = codeIn(error);
        const hasAnswerBegun = (connection?.bytesRead ?? 0) > bytesBefore;
        const hasEndedInHead = hasAnswerBegun && !isReset(error);
        if (answeredWith !== null) settle(nodeFailure(code));
        else if (maySendAgain(request, wanted, hasAnswerBegun, code)) send(login);
        else settle(hasEndedInHead ? headFailure(code) : nodeFailure(code));
      });
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        settle(unusableAnswer('HTTP 101, unasked'));
      });
      request.on('response', (response) => {
        if (httpProxy !== null && response.statusCode === 407) {
          const challenges = response.headersDistinct['proxy-authenticate'] ?? [];
          const next = connectionOptions.logins.answer(httpProxy, challenges, login);
          if (!next.ok) {
            settle(next.error);
            return;
          }
          // The proxy has not passed the request on, so it may be sent again. The proxy's answer
          // may never end.
          abandon(request);
          send(next.value);
          return;
        }
        const encoding = response.headers['content-encoding'] ?? 'identity';
        if (encoding.toLowerCase() !== 'identity') {
          settle(unusableAnswer('compressed, unasked'));
          return;
        }
        answeredWith = response.statusCode ?? 0;
        readResponse(response, wanted.maxBytes, (outcome) => {
          settle(outcome);
          if (agent.isLeft) connection?.destroy();
        });
      });
      request.end(wanted.body ?? undefined);
    };
    try {
      send(httpProxy === null ? null : connectionOptions.logins.initialLogin(httpProxy));
    } catch (error) {
      // Node throws for a header that it refuses.
      settle(nodeFailure(codeIn(error as Error)));
    }
  });
}

type Sending = Connecting &
  Readonly<{ agent: ServiceAgent; httpProxy: Proxy | null; login: ProxyCredentials | null }>;

function startedRequest(
  { url, proxy, ending, agent, httpProxy, login }: Sending,
  { method, headers }: HttpRequest,
): ClientRequest {
  const serverPath = `${url.pathname}${url.search}`;
  const serverPort = url.port || (url.protocol === 'http:' ? 80 : 443);
  const options: ClientRequestArgs & Connecting = {
    url,
    proxy,
    ending,
    agent,
    method,
    // By host and port, Node finds a connection that it kept alive.
    host: httpProxy?.hostname ?? url.hostname,
    port: httpProxy?.port ?? serverPort,
    path: httpProxy === null ? serverPath : `${url.origin}${serverPath}`,
    headers: {
      ...headers,
      Host: url.host,
      'Accept-Encoding': 'identity',
      ...(login === null ? {} : { 'Proxy-Authorization': basicAuthorization(login) }),
    },
    signal: ending,
    maxHeaderSize: MAX_HEAD_BYTES,
    insecureHTTPParser: false,
  };
  return httpRequest(options);
}

/**
 * Whether to send a request again on another connection, because the server ended one that was kept
 * alive, perhaps before it read the request. A request with `atMostOnce` is never sent again.
 */
function maySendAgain(
  request: ClientRequest,
  { atMostOnce }: HttpRequest,
  hasAnswerBegun: boolean,
  code: string,
): boolean {
  return atMostOnce !== true && request.reusedSocket && !hasAnswerBegun && isHangUp(code);
}

/** Whether the connection was reset. Node gives an end in order the same code, but no `syscall`. */
function isReset(error: Error): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function abandon(request: ClientRequest): void {
  request.removeAllListeners('error');
  request.on('error', () => undefined);
  request.destroy();
}

/** Statuses of a redirect, which has an address (RFC 9110, 15.4). */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function readResponse(
  response: IncomingMessage,
  maxBytes: number,
  settle: (outcome: HttpOutcome) => void,
): void {
  const { statusCode: status = 0 } = response;
  const headers = headersOf(response);
  if (REDIRECTS.includes(status) && headers['location'] !== undefined) {
    // Do not follow the redirect, nor wait for its text.
    settle({ kind: 'response', status, headers, body: new Uint8Array() });
    response.destroy();
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) settle({ kind: 'too-large', limitBytes: maxBytes });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    settle({ kind: 'response', status, headers, body: Buffer.concat(chunks) });
  });
  response.on('error', (error) => {
    settle(nodeFailure(codeIn(error)));
  });
  response.on('close', () => {
    // After `end`, the response is settled and this has no effect.
    settle(nodeFailure(HUNG_UP));
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}
