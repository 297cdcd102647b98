import { isIP } from 'node:net';
import { isLoopback } from '../config/base-url.ts';
import { post, type DoctorContext } from './context.ts';
import { inTime } from './in-time.ts';
import type { ConnectOutcome, LookupOutcome } from './ports.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';
import { parseRoute, withoutBrackets, type Proxy, type Route } from '../network/route.ts';

/**
 * The first call: it contains no secret, because the answering server is still unknown, and begins no transaction.
 */
export const FIRST_PATH = '/api/transaction/init';

/** Everything that was seen on the network path to the service, before anything is made of it. */
export type Reach = Readonly<{
  /** Of the service, without brackets. */
  hostname: string;
  port: number;
  isTls: boolean;
  isLoopback: boolean;
  isOnline: boolean;
  /** Null where Chromium did not tell it, or in no form that is known. */
  route: Route | null;
  /** The lookup of the service's name; null without one: the host is an address, or a proxy looks the name up. */
  lookup: LookupOutcome | null;
  /** Where the connection went: the proxy, or the service. */
  connectedTo: Readonly<{ hostname: string; port: number }>;
  connect: ConnectOutcome;
  reading: AnswerReading;
  /** The computer's time when the answer was there. */
  answeredAt: Date;
  /** The issuers of the certificates of the service and of a proxy that is reached over TLS; null if not seen. */
  issuer: string | null;
  proxyIssuer: string | null;
}>;

/** Looks at the network path: which proxy, then the name, a connection and a first call at the same time. */
export async function reach(context: DoctorContext): Promise<Reach> {
  const { config, ports, limits } = context;
  const { clock } = ports;
  const url = new URL(config.service.baseUrl);
  const hostname = withoutBrackets(url.hostname);
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const route = parseRoute(await inTime(clock, limits.route, ports.resolveProxy(url.href), ''));
  const proxy = route?.proxy ?? null;
  const connectedTo = proxy ?? { hostname, port };
  const lookedUp = isIP(hostname) === 0 && !resolvesNames(proxy) ? hostname : null;
  const target = `${config.service.baseUrl}${FIRST_PATH}`;
  const [lookup, connect, [reading, answeredAt]] = await Promise.all([
    lookedUp === null ? null : inTime(clock, limits.lookup, ports.lookup(lookedUp), NO_LOOKUP),
    inTime<ConnectOutcome, ConnectOutcome>(
      clock,
      limits.connect,
      ports.connectTcp(connectedTo.hostname, connectedTo.port, limits.connect),
      { kind: 'timeout' },
    ),
    post(context, FIRST_PATH, Buffer.from('{}'), null, limits.answer).then(
      (outcome) => [readAnswer(outcome, target, limits.answer), ports.now()] as const,
    ),
  ]);
  return {
    hostname,
    port,
    isTls,
    isLoopback: isLoopback(url.hostname),
    isOnline: ports.isOnline(),
    route,
    lookup,
    connectedTo: { hostname: connectedTo.hostname, port: connectedTo.port },
    connect,
    reading,
    answeredAt,
    issuer: ports.issuerOf(hostname),
    proxyIssuer: proxy === null ? null : ports.issuerOf(proxy.hostname),
  };
}

const NO_LOOKUP = { kind: 'failed', evidence: 'no answer' } as const satisfies LookupOutcome;

/** SOCKS 4 is given addresses; every other kind of proxy is given the name. */
function resolvesNames(proxy: Proxy | null): boolean {
  return proxy !== null && proxy.scheme !== 'SOCKS' && proxy.scheme !== 'SOCKS4';
}
