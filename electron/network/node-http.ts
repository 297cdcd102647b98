import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { evidenceText } from '../../shared/service/evidence.ts';
import type { ExchangeFailure } from '../../shared/service/service-failure.ts';
import type { Clock } from '../os/clock.ts';
import { basicAuthorization } from './basic-logins.ts';
import { exchangeLimit, PROCESS_TIMERS } from './exchange-limit.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from './http-port.ts';
import {
  cutAnswer,
  headFailure,
  HUNG_UP,
  isHangUp,
  nodeFailure,
  unusableAnswer,
} from './network-errors.ts';
import { codeIn, connectionTo, wayTo, type NodeWays } from './node-connection.ts';
import type { ProxyCredentials } from './proxy-credentials.ts';
import { hostAndPort, type Proxy } from './route.ts';
import { urlOf } from './url-of.ts';

export type NodeHttp = Readonly<{
  /** HTTP/1.1 over Node's sockets; without cookies, cache, redirects or decompression. */
  http: HttpPort;
  /** After a change of the network path: connections of before are used for no further request. Exchanges that run go on. */
  leaveConnections: () => void;
}>;

/** Longest head of an answer, in bytes, as Chromium's. */
const MAX_HEAD_BYTES = 262_144;

export function nodeHttp(ways: NodeWays, timers: Clock = PROCESS_TIMERS): NodeHttp {
  const calls = new ServiceAgent(ways, false);
  let others = new ServiceAgent(ways, true);
  return {
    http: (wanted) => {
      // A call that acts has a connection of its own: nothing before it can break it, and nobody sends it again.
      const agent = wanted.atMostOnce === true ? calls : others;
      return exchange({ ways, timers, agent }, wanted);
    },
    leaveConnections: () => {
      others.leave();
      others = new ServiceAgent(ways, true);
    },
  };
}

/** What connects a request, beside Node's own options. */
type Connecting = Readonly<{ to: URL; proxy: Proxy | null; ending: AbortSignal }>;

/** Carries a failure through Node's `error` event. */
class NoConnection extends Error {
  readonly failure: ExchangeFailure;

  constructor(failure: ExchangeFailure) {
    super('no connection');
    this.failure = failure;
  }
}

/** Makes connections whose server is judged, and may keep them. Node knows no more of TLS than a stream. */
class ServiceAgent extends Agent {
  readonly #ways: NodeWays;
  /** Its connections are used for no further request. */
  isLeft = false;

  constructor(ways: NodeWays, keepAlive: boolean) {
    super({ keepAlive });
    this.#ways = ways;
  }

  leave(): void {
    this.isLeft = true;
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }

  /** The key of kept connections: Node's own, host and port, knows no scheme and no proxy. */
  // SECURITY: SEC-10 nothing for https goes over a connection that was made for http.
  override getName(options?: Parameters<Agent['getName']>[0]): string {
    const { to, proxy } = options as ClientRequestArgs & Connecting;
    return `${to.protocol} ${proxy === null ? '' : hostAndPort(proxy.hostname, proxy.port)} ${super.getName(options)}`;
  }

  override createConnection(
    options: ClientRequestArgs,
    onConnection: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { to, proxy, ending } = options as ClientRequestArgs & Connecting;
    const fail = (failure: ExchangeFailure): void => {
      onConnection(new NoConnection(failure), undefined as never);
    };
    connectionTo(this.#ways, to, proxy, ending).then(
      (opened) => {
        if (!opened.ok) fail(opened.error);
        else if (opened.value.destroyed) fail(nodeFailure(HUNG_UP));
        else onConnection(null, opened.value);
      },
      // Such as a context of TLS that cannot be made.
      (error: unknown) => {
        fail(nodeFailure(codeIn(error as Error)));
      },
    );
  }
}

type Port = Readonly<{ ways: NodeWays; timers: Clock; agent: ServiceAgent }>;

function exchange({ ways, timers, agent }: Port, wanted: HttpRequest): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    if (wanted.signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const to = urlOf(wanted.url);
    if (to === null) {
      resolve(nodeFailure('unusable address'));
      return;
    }
    const way = wayTo(ways, to);
    if (!way.ok) {
      resolve(way.error);
      return;
    }
    const proxy = way.value;
    const ending = new AbortController();
    let isSettled = false;
    let answeredWith: number | null = null;
    const settle = (found: HttpOutcome): void => {
      if (isSettled) return;
      isSettled = true;
      cancelLimit();
      wanted.signal.removeEventListener('abort', onAbort);
      resolve(answeredWith === null ? found : cutOff(found, answeredWith));
      if (found.kind !== 'response') ending.abort();
    };
    const onAbort = (): void => {
      settle({ kind: 'aborted' });
    };
    const cancelLimit = exchangeLimit(timers, wanted.timeoutMs, () => {
      settle({ kind: 'timeout' });
    });
    wanted.signal.addEventListener('abort', onAbort, { once: true });

    /** Over plain http a proxy gets the request itself, and the login in it. */
    const asked = proxy !== null && to.protocol === 'http:' ? proxy : null;
    const send = (login: ProxyCredentials | null): void => {
      const request = begun({ to, proxy, ending: ending.signal, agent, asked, login }, wanted);
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
        const hasBegun = (connection?.bytesRead ?? 0) > bytesBefore;
        if (answeredWith !== null) settle(nodeFailure(code));
        else if (isStale(request, wanted, hasBegun, code)) send(login);
        else settle(hasBegun && !isOfTheSystem(error) ? headFailure(code) : nodeFailure(code));
      });
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        settle(unusableAnswer('HTTP 101, unasked'));
      });
      request.on('response', (response) => {
        if (asked !== null && response.statusCode === 407) {
          const challenges = response.headersDistinct['proxy-authenticate'] ?? [];
          const next = ways.logins.answer(asked, challenges, login);
          // The proxy has sent nothing on. Its answer may have no end.
          if (next.ok) leave(request, () => send(next.value));
          else settle(next.error);
          return;
        }
        const encoding = response.headers['content-encoding'] ?? 'identity';
        if (encoding.toLowerCase() !== 'identity') {
          settle(unusableAnswer('compressed, unasked'));
          return;
        }
        answeredWith = response.statusCode ?? 0;
        read(response, wanted.maxBytes, (outcome) => {
          settle(outcome);
          if (agent.isLeft) connection?.destroy();
        });
      });
      request.end(wanted.body ?? undefined);
    };
    try {
      send(asked === null ? null : ways.logins.atOnce(asked));
    } catch (error) {
      // Node throws for a header that it refuses.
      settle(nodeFailure(codeIn(error as Error)));
    }
  });
}

type Sending = Connecting &
  Readonly<{ agent: ServiceAgent; asked: Proxy | null; login: ProxyCredentials | null }>;

function begun(
  { to, proxy, ending, agent, asked, login }: Sending,
  { method, headers }: HttpRequest,
): ClientRequest {
  const options: ClientRequestArgs & Connecting = {
    to,
    proxy,
    ending,
    agent,
    method,
    // Connections are kept by these two.
    host: (asked ?? { hostname: to.hostname }).hostname,
    port: asked?.port ?? (to.port || (to.protocol === 'http:' ? 80 : 443)),
    path: asked === null ? `${to.pathname}${to.search}` : `${to.origin}${to.pathname}${to.search}`,
    headers: {
      ...headers,
      Host: to.host,
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
 * Whether a request may go again, on another connection: the server ended a kept one, perhaps before it read the request.
 * A call that acts never does.
 */
function isStale(
  request: ClientRequest,
  { atMostOnce }: HttpRequest,
  hasBegun: boolean,
  code: string,
): boolean {
  return atMostOnce !== true && request.reusedSocket && !hasBegun && isHangUp(code);
}

/** Whether a connection was reset, and did not end in order: Node has the same code for both. */
function isOfTheSystem(error: Error): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function leave(request: ClientRequest, then: () => void): void {
  request.removeAllListeners('error');
  request.on('error', () => undefined);
  request.destroy();
  then();
}

// SECURITY: SEC-23 report an interrupted answer as `cut`, not as a service without an answer.
function cutOff(outcome: HttpOutcome, status: number): HttpOutcome {
  if (outcome.kind !== 'network' && outcome.kind !== 'timeout') return outcome;
  return cutAnswer(
    status,
    outcome.kind === 'network' ? evidenceText(outcome.evidence) : 'no end in time',
  );
}

/** Statuses of a redirect, which has an address (RFC 9110, 15.4). */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function read(
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
    // Without an end before it.
    settle(nodeFailure(HUNG_UP));
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  );
}
