import type { ProxyConfig, Session } from 'electron';
import type { NetworkOptions } from '../host/host.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { withoutBrackets } from '../network/route.ts';
import { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { certificateRule, ownCheck } from '../certificates/own-check.ts';
import { chromiumSession } from './chromium-session.ts';
import {
  answerOfNetworkProcess,
  networkProcessEnds,
  watchNetworkProcess,
} from './network-process.ts';
import { pageRule } from '../certificates/page-rule.ts';
import { RuledSession } from '../certificates/ruled-session.ts';
import { SessionSlot } from '../network/session-slot.ts';
import { hostedSession, serviceSession } from './sessions.ts';

export type ServiceNetwork = Readonly<{
  /**
   * `calls` is for requests that act, and for websockets: only a request can be asked for a proxy's
   * login, so they use the login that a request has given in this session. `others` is for polls
   * and probes. Over https they are two sessions, because leaving connections may end exchanges
   * over HTTP/2. Over plain http, which has no HTTP/2, they are one, so that a proxy gets one
   * answer to its question (docs/decisions/0048-own-connections-and-the-rule.md).
   */
  sessions: Readonly<
    Record<'calls' | 'others', Pick<SessionSlot<Session>, 'use' | 'leaveConnections'>>
  >;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;

/** The network of one hosted page. */
export type PageNetwork = Readonly<{
  session: Session;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;

/** A network process that runs takes a proxy within this time. */
const PROXY_MS = 2000;
/** Sessions that `withProxy` makes, one after the other. */
const MOST_TRIES = 5;

/**
 * Opens the network of the service. Proxy and certificate rule are in place before the first
 * request.
 */
export async function openServiceNetwork(options: NetworkOptions): Promise<ServiceNetwork> {
  const { proxy, proxyLogins } = options;
  const observedCertificates = new ObservedCertificates();
  const rule = await ruleOf(options);
  const makeSession = async (): Promise<RuledSession<Session>> => {
    const session = await withProxy(serviceSession, proxy);
    // A PAC file takes time: load it before the first request.
    session.resolveProxy(options.baseUrl).catch(() => undefined);
    return new RuledSession(chromiumSession(session), rule, observedCertificates);
  };
  const calls = new SessionSlot(makeSession, networkProcessEnds);
  await calls.open();
  const isPlain = new URL(options.baseUrl).protocol === 'http:';
  const others = isPlain ? calls : new SessionSlot(makeSession, networkProcessEnds);
  // The first use tries again, and reports the failure.
  others.open().catch(() => undefined);
  return { sessions: { calls, others }, proxyLogins, observedCertificates };
}

/**
 * Opens the network of a hosted page. Proxy and certificate rule are in place before its first
 * request.
 */
export async function openPageNetwork(
  options: NetworkOptions,
  mayLoad: HostedRules['mayLoad'],
): Promise<PageNetwork> {
  const { proxy, proxyLogins } = options;
  const observedCertificates = new ObservedCertificates();
  const rule = await ruleOf(options);
  // The session needs the page's rule, which needs this ruled session, which needs the session.
  let ruled: RuledSession<Session> | null = null;
  const rulePage = pageRule(() => ruled);
  const session = await withProxy(() => hostedSession(mayLoad, rulePage), proxy);
  ruled = new RuledSession(chromiumSession(session), rule, observedCertificates);
  return { session, proxyLogins, observedCertificates };
}

/** The network path of an address in Chromium's form, such as `DIRECT`; rejects without a network. */
export async function resolveProxy({ sessions }: ServiceNetwork, url: string): Promise<string> {
  const use = await sessions.others.use(url, { hasOwnConnection: false });
  if (use === null) throw new Error('no network process');
  return await use.session.resolveProxy(url);
}

/** The certificate rule of the configured authorities. */
async function ruleOf({
  caFileAuthorities,
  baseUrl,
  trustMode,
}: NetworkOptions): Promise<ReturnType<typeof certificateRule>> {
  const check = caFileAuthorities === null ? null : await ownCheck(caFileAuthorities);
  return certificateRule(check, withoutBrackets(new URL(baseUrl).hostname), trustMode);
}

/**
 * Makes a session whose network process knows the proxy. After the last try it returns a session
 * whose process did not say so in time.
 */
async function withProxy(makeSession: () => Session, proxy: string): Promise<Session> {
  watchNetworkProcess();
  for (let tries = 1; ; tries += 1) {
    const session = makeSession();
    await session.setProxy(proxyConfig(proxy));
    // Without a reload, Chromium briefly uses the previous proxy.
    const reloaded = session.forceReloadProxyConfig().then(() => true);
    const knowsProxy = (await answerOfNetworkProcess(PROXY_MS, reloaded)) === true;
    // A session that was made while a network process ended may keep to that process, so make
    // another one.
    if (knowsProxy || tries === MOST_TRIES) return session;
  }
}

function proxyConfig(proxy: string): ProxyConfig {
  if (proxy === 'system' || proxy === 'direct') return { mode: proxy };
  // By default Chromium sends requests to loopback addresses past the proxy. This rule takes the
  // exemption away.
  return { mode: 'fixed_servers', proxyRules: proxy, proxyBypassRules: '<-loopback>' };
}
