import type { X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { toEvidence } from '../../shared/service/evidence.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type {
  ExchangeFailure,
  NetworkFailure,
  TlsFailure,
} from '../../shared/service/service-failure.ts';
import { basicAuthorization, type BasicLogins } from './basic-logins.ts';
import { HUNG_UP, nodeFailure, nodeProxyFailure } from './network-errors.ts';
import type { ProxyCredentials } from './proxy-credentials.ts';
import type { ProxyChoice } from './proxy-choice.ts';
import { hostAndPort, withoutBrackets, type Proxy } from './route.ts';

/** What a server showed in its handshake. Nothing of it is verified yet. */
export type ShownServer = Readonly<{
  /** Without brackets. */
  hostname: string;
  /**
   * OpenSSL's result for the chain against `context`, such as `CERT_HAS_EXPIRED`; null where it
   * accepts. No name is checked.
   */
  result: string | null;
  /** The certificates as the server sent them: its own first, then others in any order. */
  certificates: readonly X509Certificate[];
}>;

/**
 * Judges a server's certificates and its name.
 *
 * @returns null if the server is accepted
 */
export type JudgeServer = (shown: ShownServer) => Promise<TlsFailure | null>;

export type NodeConnectionOptions = Readonly<{
  choose: (url: URL) => ProxyChoice;
  logins: BasicLogins;
  /** Authorities and versions of TLS. */
  context: () => SecureContext;
  judge: JudgeServer;
}>;

/**
 * Node tries the addresses of a name one after the other, whatever their family, and gives each but
 * the last this many milliseconds. Chromium begins with the next after 300 ms, without giving up
 * the first.
 */
const ATTEMPT_MS = 500;
/** Limit for the certificates that are read, because a server may send any number of them. */
const LONGEST_CHAIN = 16;

const WITHOUT_CHROMIUM = 'not supported without Chromium';

/** @returns the proxy to use, null for none, or why this address cannot be reached without Chromium */
export function proxyFor(
  options: NodeConnectionOptions,
  url: URL,
): Result<Proxy | null, NetworkFailure> {
  const choice = options.choose(url);
  switch (choice.kind) {
    case 'direct':
      return success(null);
    case 'script':
      return refused('proxy-script', `PAC file, ${WITHOUT_CHROMIUM}`);
    case 'unreadable':
      return refused('proxy-refuses', 'the address of the proxy cannot be read');
    case 'proxy':
      if (choice.proxy.scheme === 'PROXY') return success(choice.proxy);
      return refused('proxy-refuses', `${kindOf(choice.proxy)}, ${WITHOUT_CHROMIUM}`);
  }
}

// SECURITY: SEC-23 a network path that this port does not support is a refusal, never an
// unreachable service.
function refused(
  fault: 'proxy-script' | 'proxy-refuses',
  why: string,
): Result<never, NetworkFailure> {
  return failure({ kind: 'network', fault, evidence: toEvidence`${why}` });
}

function kindOf({ scheme }: Proxy): string {
  return scheme.startsWith('SOCKS') ? 'SOCKS proxy' : 'proxy over https';
}

/**
 * Opens a connection for requests to `url`. For https it leads to the service, through a tunnel if
 * there is a proxy. For plain http it leads to the proxy itself, if there is one. The caller must
 * end the connection.
 *
 * @param signal gives up a connection that is not made yet
 */
export async function connectionTo(
  options: NodeConnectionOptions,
  url: URL,
  proxy: Proxy | null,
  signal: AbortSignal,
): Promise<Result<Socket, ExchangeFailure>> {
  const isPlain = url.protocol === 'http:';
  const hostname = withoutBrackets(url.hostname);
  const port = Number(url.port || (isPlain ? 80 : 443));
  const connect = (): Promise<Result<Socket, ExchangeFailure>> => {
    if (proxy === null) return reachedServer(hostname, port, signal);
    if (isPlain) return reachedProxy(proxy, signal);
    return tunnelTo(hostAndPort(hostname, port), proxy, options.logins, signal);
  };
  const opened = await connect();
  if (!opened.ok || isPlain) return opened;
  return await securedTo(hostname, opened.value, options, signal);
}

async function reachedServer(
  hostname: string,
  port: number,
  signal: AbortSignal,
): Promise<Result<Socket, ExchangeFailure>> {
  const reached = await tcpConnection(hostname, port, signal);
  return reached.ok ? reached : failure(nodeFailure(reached.error));
}

async function reachedProxy(
  { hostname, port }: Proxy,
  signal: AbortSignal,
): Promise<Result<Socket, ExchangeFailure>> {
  const reached = await tcpConnection(hostname, port, signal);
  return reached.ok ? reached : failure(nodeProxyFailure(reached.error, 'connection'));
}

/** @returns a connection, or the error's code */
function tcpConnection(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Result<Socket, string>> {
  return new Promise((resolve) => {
    const socket = connectTcp({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    });
    const release = destroyOnAbort(socket, signal);
    const settle = (outcome: Result<Socket, string>): void => {
      release();
      resolve(outcome);
    };
    // These listeners stay after the connection is made. Each later owner of the socket has its
    // own, but between two owners the socket may break while it has no other listener.
    socket.on('error', (error) => {
      settle(failure(codeIn(error)));
    });
    socket.on('close', () => {
      settle(failure(HUNG_UP));
    });
    socket.once('connect', () => {
      settle(success(socket));
    });
  });
}

/**
 * Asks a proxy for a tunnel (RFC 9110, 9.3.6). Sends a login if the proxy asks for one and one is
 * known.
 */
async function tunnelTo(
  authority: string,
  proxy: Proxy,
  logins: BasicLogins,
  signal: AbortSignal,
): Promise<Result<Socket, ExchangeFailure>> {
  // Each turn tries another login. The turns end, because a new login comes only from a person.
  for (let login = logins.initialLogin(proxy); ;) {
    const reached = await reachedProxy(proxy, signal);
    if (!reached.ok) return reached;
    const answer = await tunnelAnswer(authority, reached.value, login, signal);
    if (answer.kind === 'open') return success(answer.socket);
    reached.value.destroy();
    if (answer.kind === 'refused') return failure(answer.failure);
    const next = logins.answer(proxy, answer.challenges, login);
    if (!next.ok) return next;
    login = next.value;
  }
}

type TunnelAnswer =
  | Readonly<{ kind: 'open'; socket: Socket }>
  | Readonly<{ kind: 'refused'; failure: NetworkFailure }>
  | Readonly<{ kind: 'login'; challenges: readonly string[] }>;

function tunnelAnswer(
  authority: string,
  socket: Socket,
  login: ProxyCredentials | null,
  signal: AbortSignal,
): Promise<TunnelAnswer> {
  return new Promise((resolve) => {
    const refuse = (why: string): void => {
      resolve({ kind: 'refused', failure: nodeProxyFailure(why, 'tunnel') });
    };
    const request = httpRequest({
      method: 'CONNECT',
      path: authority,
      headers: {
        Host: authority,
        Connection: 'keep-alive',
        ...(login === null ? {} : { 'Proxy-Authorization': basicAuthorization(login) }),
      },
      createConnection: () => socket,
      signal,
    });
    request.on('error', (error) => {
      refuse(codeIn(error));
    });
    request.on('close', () => {
      refuse(HUNG_UP);
    });
    // Node emits `connect` for an answer of any status.
    request.on('connect', ({ statusCode = 0, headersDistinct }, _socket, early) => {
      if (statusCode === 407)
        resolve({ kind: 'login', challenges: headersDistinct['proxy-authenticate'] ?? [] });
      // A server sends nothing before our part of the handshake, so early bytes come from the
      // proxy.
      else if (statusCode === 200 && early.length === 0) resolve({ kind: 'open', socket });
      else refuse(`HTTP ${String(statusCode)} of the proxy`);
    });
    request.end();
  });
}

/** Makes the TLS handshake, and has the server judged. */
function securedTo(
  hostname: string,
  socket: Socket,
  { context, judge }: NodeConnectionOptions,
  signal: AbortSignal,
): Promise<Result<Socket, ExchangeFailure>> {
  return new Promise((resolve) => {
    const secured = connectTls({
      socket,
      secureContext: context(),
      // A name in TLS has no dot at its end (RFC 6066, 3).
      ...(isIP(hostname) === 0 ? { servername: hostname.replace(/\.$/, '') } : {}),
      ALPNProtocols: ['http/1.1'],
      // SECURITY: SEC-33 OpenSSL's result is a part of the judgement below, before which no byte is
      // sent. There is no second way to a connection: sessions of TLS are not resumed.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
    });
    const release = destroyOnAbort(secured, signal);
    const settle = (outcome: Result<Socket, ExchangeFailure>): void => {
      release();
      resolve(outcome);
    };
    secured.on('error', (error: Error) => {
      settle(failure(nodeFailure(codeIn(error))));
    });
    secured.on('close', () => {
      settle(failure(nodeFailure(HUNG_UP)));
    });
    secured.once('secureConnect', () => {
      const certificates = chainOf(secured.getPeerX509Certificate());
      const result = secured.authorized ? null : String(secured.authorizationError);
      judge({ hostname, result, certificates }).then(
        (refusal) => {
          if (refusal !== null) secured.destroy();
          settle(refusal === null ? success(secured) : failure(refusal));
        },
        () => {
          secured.destroy();
          settle(
            failure({
              kind: 'tls',
              fault: 'other',
              evidence: toEvidence`the certificate check failed`,
            }),
          );
        },
      );
    });
  });
}

function chainOf(leaf: X509Certificate | undefined): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = leaf; next && chain.length < LONGEST_CHAIN; next = next.issuerCertificate)
    chain.push(next);
  return chain;
}

/**
 * Destroys a connection if its exchange ends while the connection is being made. Later only the
 * request that uses the connection may destroy it: if both ends of a TLS connection are destroyed
 * within a callback of Node's parser of HTTP, Node hands that parser out twice.
 *
 * @returns a function to call once, when the connection is made or given up
 */
function destroyOnAbort(socket: Socket, signal: AbortSignal): () => void {
  const destroy = (): void => {
    socket.destroy();
  };
  if (signal.aborted) destroy();
  signal.addEventListener('abort', destroy, { once: true });
  return () => {
    signal.removeEventListener('abort', destroy);
  };
}

/**
 * An error's code; `unknown` without one. If Node tried several addresses, the code of the last
 * one, as in Chromium.
 */
export function codeIn(error: Error): string {
  const last = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error;
  return (last as Partial<NodeJS.ErrnoException> | undefined)?.code ?? 'unknown';
}
