import type { Certificate, ProxyConfig, Session } from 'electron';
import type { Authorities } from '../certificates/check.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { ownCheck, type OwnCheck, type OwnVerdict } from '../certificates/own-check.ts';
import { serviceSession } from './sessions.ts';

/** The network path to the service: Chromium's network, set up as the configuration says (docs/networks.md). */
export type ServiceNetwork = Readonly<{
  session: Session;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;

export type NetworkOptions = Readonly<{
  /** `service.baseUrl` of the configuration. */
  baseUrl: string;
  /** `service.proxy` of the configuration. */
  proxy: string;
  /** Those of `service.caFile`; null where none are configured. */
  authorities: Authorities | null;
  proxyLogins: ProxyLogins;
}>;

/** What Chromium answers for a chain that ends at an authority it does not know (net_error_list.h). */
const UNKNOWN_AUTHORITY = -202;
const ACCEPT = 0;
const AS_CHROMIUM_SAYS = -3;

/**
 * Opens it. Proxy and certificates stand before the first request can be made.
 *
 * @param session another than that of the calls: what a hosted page is shown in
 */
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
  // Or the proxy is asked for a moment as it was before.
  await session.forceReloadProxyConfig();
  const check = options.authorities === null ? null : await ownCheck(options.authorities);
  watchCertificates(network, check, hostOf(options.baseUrl));
  return network;
}

/** A host as the certificate's check names it: without brackets. */
function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '');
}

function proxyConfig(proxy: string): ProxyConfig {
  if (proxy === 'system' || proxy === 'direct') return { mode: proxy };
  // Named on purpose, so it counts for every address, this computer's own included.
  return { mode: 'fixed_servers', proxyRules: proxy, proxyBypassRules: '<-loopback>' };
}

/**
 * Notes every certificate, and looks once more at one whose authority Chromium does not know: an authority of
 * `service.caFile` may have issued it. Nothing else that Chromium refuses is ever accepted.
 */
function watchCertificates(
  { session, observedCertificates }: ServiceNetwork,
  ownCheck: OwnCheck | null,
  serviceHost: string,
): void {
  session.setCertificateVerifyProc((request, callback) => {
    const { hostname, certificate, errorCode } = request;
    const settle = (finding: OwnVerdict): void => {
      observedCertificates.note(hostname, certificate, finding === 'accepted' ? null : finding);
      callback(finding === 'accepted' ? ACCEPT : AS_CHROMIUM_SAYS);
    };
    // SECURITY: SEC-33 no certificate is accepted but what Chromium accepts, or an authority of ours has issued.
    if (errorCode !== UNKNOWN_AUTHORITY || ownCheck === null || hostname !== serviceHost) {
      settle(null);
      return;
    }
    ownCheck(hostname, chainOf(certificate)).then(settle, () => {
      settle(null);
    });
  });
}

/** More than any honest chain has; a host may send without end. */
const LONGEST_CHAIN = 16;

/** What the host sent, its own certificate first. */
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
