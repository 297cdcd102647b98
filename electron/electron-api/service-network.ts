import type { Certificate, ProxyConfig, Session } from 'electron';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { withoutBrackets } from '../network/route.ts';
import { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { certificateRule, CHROMIUM, ownCheck, type Ruling } from '../certificates/own-check.ts';
import { serviceSession } from './sessions.ts';

export type ServiceNetwork = Readonly<{
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

/** -3 keeps Chromium's own result. */
const TOLD: Readonly<Record<Ruling['say'], number>> = {
  accept: 0,
  'unknown-authority': CHROMIUM.unknownAuthority,
  'as-chromium': -3,
};

/** Sets the proxy and the certificate check before the first request. */
export async function openServiceNetwork(
  options: NetworkOptions,
  session: Session = serviceSession(),
): Promise<ServiceNetwork> {
  const network = {
    session,
    proxyLogins: options.proxyLogins,
    observedCertificates: new ObservedCertificates(),
  };
  await session.setProxy(proxyConfig(options.proxy));
  // Without a reload, Chromium briefly uses the previous proxy.
  await session.forceReloadProxyConfig();
  const check = options.authorities === null ? null : await ownCheck(options.authorities);
  const host = withoutBrackets(new URL(options.baseUrl).hostname);
  watchCertificates(network, certificateRule(check, host, options.trusted));
  return network;
}

function proxyConfig(proxy: string): ProxyConfig {
  if (proxy === 'system' || proxy === 'direct') return { mode: proxy };
  // Includes loopback addresses.
  return { mode: 'fixed_servers', proxyRules: proxy, proxyBypassRules: '<-loopback>' };
}

function watchCertificates(
  { session, observedCertificates }: ServiceNetwork,
  rule: ReturnType<typeof certificateRule>,
): void {
  session.setCertificateVerifyProc((request, callback) => {
    const { hostname, certificate, errorCode } = request;
    void rule({ hostname, errorCode, chain: chainOf(certificate) }).then(({ say, finding }) => {
      observedCertificates.note(hostname, certificate, finding);
      callback(TOLD[say]);
    });
  });
}

/** Limit, because a host may send any number of certificates. */
const LONGEST_CHAIN = 16;

/** The host's own certificate comes first. */
function chainOf(leaf: Certificate): readonly string[] {
  const chain: string[] = [];
  for (
    let next: Certificate | undefined = leaf;
    next && chain.length < LONGEST_CHAIN && !chain.includes(next.data);
    next = next.issuerCert as Certificate | undefined
  ) {
    chain.push(next.data);
  }
  return chain;
}
