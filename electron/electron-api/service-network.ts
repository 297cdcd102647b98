import type { ProxyConfig, Session } from 'electron';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { withoutBrackets } from '../network/route.ts';
import { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { certificateRule, ownCheck } from '../certificates/own-check.ts';
import { ofNetworkProcess, watchNetworkProcess } from './network-process.ts';
import { RuledSession } from './ruled-session.ts';
import { SessionSlot } from './session-slot.ts';
import { hostedSession, serviceSession, type PageRule } from './sessions.ts';

export type ServiceNetwork = Readonly<{
  /**
   * `calls`: requests that act, and websockets, which need a proxy's login from a request before. `others`: polls and
   * probes. Over plain http they are one; over https not, because leaving connections may end exchanges over HTTP/2.
   */
  sessions: Readonly<Record<'calls' | 'others', Pick<SessionSlot, 'use' | 'leaveConnections'>>>;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;

/** The network of one hosted page. */
export type PageNetwork = Readonly<{
  session: Session;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;

export type NetworkOptions = Readonly<{
  baseUrl: string;
  proxy: string;
  /** From `service.caFile`; null without this setting. */
  authorities: Authorities | null;
  /** Of `service.authorities`. */
  trusted: Config['service']['authorities'];
  proxyLogins: ProxyLogins;
}>;

/** Longest time in which a network process that runs takes a proxy. */
const PROXY_MS = 2000;
const MOST_TRIES = 5;

/** Opens the network: proxy and certificate rule stand before the first request. */
export async function openServiceNetwork(options: NetworkOptions): Promise<ServiceNetwork> {
  const { proxy, proxyLogins } = options;
  const observedCertificates = new ObservedCertificates();
  const rule = await ruleOf(options);
  const make = async (): Promise<RuledSession> => {
    const session = await withProxy(serviceSession, proxy);
    // A PAC file takes time: load it before the first request.
    session.resolveProxy(options.baseUrl).catch(() => undefined);
    return new RuledSession(session, rule, observedCertificates);
  };
  const calls = new SessionSlot(make);
  await calls.open();
  const isPlain = new URL(options.baseUrl).protocol === 'http:';
  const others = isPlain ? calls : new SessionSlot(make);
  // A failure comes again with the first use.
  others.open().catch(() => undefined);
  return { sessions: { calls, others }, proxyLogins, observedCertificates };
}

/** Opens the network of a hosted page: proxy and certificate rule stand before its first request. */
export async function openPageNetwork(
  options: NetworkOptions,
  mayLoad: HostedRules['mayLoad'],
): Promise<PageNetwork> {
  const { proxy, proxyLogins } = options;
  const observedCertificates = new ObservedCertificates();
  const rule = await ruleOf(options);
  let ruled: RuledSession | null = null;
  const session = await withProxy(
    () =>
      hostedSession(
        mayLoad,
        pageRule(() => ruled),
      ),
    proxy,
  );
  ruled = new RuledSession(session, rule, observedCertificates);
  return { session, proxyLogins, observedCertificates };
}

/** @param ruled null before the session is complete: then no request may begin */
function pageRule(ruled: () => RuledSession | null): PageRule {
  /** Refusals before each request. */
  const refusals = new Map<number, number>();
  return {
    mayBegin: async (id, url) => {
      const session = ruled();
      if (session?.hasRefused === true) session.leaveConnections();
      if ((await session?.isHeld()) !== true || session === null) return false;
      refusals.set(id, session.refusals(url));
      return true;
    },
    mayAnswer: async (id, url) =>
      (await ruled()?.verdictOn(url, refusals.get(id) ?? 0)) !== 'refused',
    isOver: (id) => {
      refusals.delete(id);
    },
  };
}

/** The network path of an address in Chromium's form, such as `DIRECT`; rejects without a network. */
export async function resolveProxy({ sessions }: ServiceNetwork, url: string): Promise<string> {
  const use = await sessions.others.use(url, { isFresh: false });
  if (use === null) throw new Error('no network process');
  return await use.session.resolveProxy(url);
}

async function ruleOf({
  authorities,
  baseUrl,
  trusted,
}: NetworkOptions): Promise<ReturnType<typeof certificateRule>> {
  const check = authorities === null ? null : await ownCheck(authorities);
  return certificateRule(check, withoutBrackets(new URL(baseUrl).hostname), trusted);
}

/** A new session whose network process knows the proxy. */
async function withProxy(make: () => Session, proxy: string): Promise<Session> {
  watchNetworkProcess();
  for (let tries = 1; ; tries += 1) {
    const session = make();
    await session.setProxy(proxyConfig(proxy));
    // Without a reload, Chromium briefly uses the previous proxy.
    const reloaded = session.forceReloadProxyConfig().then(() => true);
    // A session that was made while a network process ended may keep to that process.
    if ((await ofNetworkProcess(PROXY_MS, reloaded)) === true || tries === MOST_TRIES)
      return session;
  }
}

function proxyConfig(proxy: string): ProxyConfig {
  if (proxy === 'system' || proxy === 'direct') return { mode: proxy };
  // Includes loopback addresses.
  return { mode: 'fixed_servers', proxyRules: proxy, proxyBypassRules: '<-loopback>' };
}
