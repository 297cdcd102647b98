import { isIP } from 'node:net';
import { isLoopback } from '../config/base-url.ts';
import { post, type DoctorContext } from './context.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { ConnectOutcome, LookupOutcome } from './ports.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';
import { parseRoute, withoutBrackets, type Proxy, type Route } from '../network/route.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/** Path of the first call. The call contains no secret, because the server is still unknown. */
export const FIRST_PATH = '/api/transaction/init';

export type Reach = Readonly<{
  /** Without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  isTls: boolean;
  isLoopback: boolean;
  isOnline: boolean;
  /** Null if Chromium reported no route, or one that cannot be parsed. */
  route: Route | null;
  /** Null for an IP address, or if a proxy resolves the name. */
  lookup: LookupOutcome | null;
  /** Where `connect` tried to connect: at the proxy if there is one, else at the service. */
  connectedTo: Readonly<{ hostname: string; port: number }>;
  connect: ConnectOutcome;
  reading: AnswerReading;
  answeredAt: Date;
  /** Issuer of the service's certificate; null if not seen. */
  issuer: string | null;
  /** Issuer of the proxy's certificate; null if not seen. */
  proxyIssuer: string | null;
}>;

export async function reach(context: DoctorContext): Promise<Reach> {
  const { config, ports, limits } = context;
  const { clock } = ports;
  const url = new URL(config.service.baseUrl);
  const hostname = withoutBrackets(url.hostname);
  const isTls = url.protocol === 'https:';
  const defaultPort = isTls ? 443 : 80;
  const port = url.port === '' ? defaultPort : Number(url.port);
  const route = parseRoute(
    await withTimeout(clock, limits.route, ports.resolveProxy(url.href), ''),
  );
  const proxy = route?.proxy ?? null;
  const connectedTo = proxy ?? { hostname, port };
  const isName = isIP(hostname) === 0;
  const needsLookup = isName && !isNameResolvedBy(proxy);
  const target = `${config.service.baseUrl}${FIRST_PATH}`;
  const [lookup, connect, [reading, answeredAt]] = await Promise.all([
    needsLookup ? withTimeout(clock, limits.lookup, ports.lookup(hostname), NO_LOOKUP) : null,
    // The port gets its limit too, to give the connection up; but a port may hang in spite of it
    // (`DoctorPorts`).
    withTimeout<ConnectOutcome, ConnectOutcome>(
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

const NO_LOOKUP = {
  kind: 'failed',
  evidence: toEvidence`no answer`,
} as const satisfies LookupOutcome;

/**
 * Whether a proxy resolves the names of servers. A SOCKS proxy of version 4 gets addresses instead;
 * Chromium's `SOCKS` means this version.
 */
function isNameResolvedBy(proxy: Proxy | null): boolean {
  return proxy !== null && proxy.scheme !== 'SOCKS' && proxy.scheme !== 'SOCKS4';
}
