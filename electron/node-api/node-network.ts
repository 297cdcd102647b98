import { createSecureContext, type SecureContext } from 'node:tls';
import type { Config } from '../../shared/config/config-schema.ts';
import { ObservedCertificates } from '../certificates/observed-certificates.ts';
import { certificateRule, ownCheck } from '../certificates/own-check.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import { BasicLogins } from '../network/basic-logins.ts';
import { nodeHttp, type NodeHttp } from '../network/node-http.ts';
import { proxyChoice, proxyChoiceText, type Environment } from '../network/proxy-choice.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { withoutBrackets } from '../network/route.ts';
import type { Clock } from '../os/clock.ts';
import { judgeServer } from './judge-server.ts';

/** The network of the service without Chromium: over Node's sockets, with OpenSSL. */
export type NodeNetwork = NodeHttp &
  Readonly<{
    proxyLogins: ProxyLogins;
    observedCertificates: ObservedCertificates;
    /**
     * The network path of an address in Chromium's form, such as `DIRECT`. Rejects if that form
     * cannot name it: a PAC file needs Chromium, and an unreadable setting names no path.
     */
    resolveProxy: (url: string) => Promise<string>;
  }>;

export type NodeNetworkOptions = Readonly<{
  baseUrl: string;
  /** `service.proxy`. */
  proxy: string;
  /** From `service.caFile`; null without this setting. */
  caFileAuthorities: Authorities | null;
  /** `service.authorities`. */
  trustMode: Config['service']['authorities'];
  proxyLogins: ProxyLogins;
  /** What the operating system provides. */
  system: Readonly<{
    /** The system's authorities in PEM (`systemAuthorities`); read once, before the first handshake. */
    authorities: () => string;
    /** Proxy variables, for `proxy` "system". */
    environment: Environment;
  }>;
  /** Left out: the process's own. */
  timers?: Clock;
}>;

/** Opens the network. Each connection is judged before its first request. */
export async function openNodeNetwork(options: NodeNetworkOptions): Promise<NodeNetwork> {
  const { baseUrl, caFileAuthorities, trustMode, proxyLogins, system } = options;
  const observedCertificates = new ObservedCertificates();
  const check = caFileAuthorities === null ? null : await ownCheck(caFileAuthorities);
  const serviceHost = withoutBrackets(new URL(baseUrl).hostname);
  const choose = (url: URL): ReturnType<typeof proxyChoice> =>
    proxyChoice(options.proxy, system.environment, url);
  const rule = certificateRule(check, serviceHost, trustMode);
  const network = nodeHttp(
    {
      choose,
      logins: new BasicLogins(proxyLogins),
      // SECURITY: SEC-100 if `service.authorities` is "file", OpenSSL gets no authorities and
      // accepts no certificate. Then only our own check can accept one: `judgeServer` asks the rule
      // after OpenSSL.
      context: once(() => contextFor(trustMode === 'file' ? '' : system.authorities())),
      judge: judgeServer(rule, observedCertificates),
    },
    options.timers,
  );
  return {
    ...network,
    proxyLogins,
    observedCertificates,
    resolveProxy: (url) => {
      const text = proxyChoiceText(choose(new URL(url)));
      return text === null
        ? Promise.reject(new Error('no path without Chromium'))
        : Promise.resolve(text);
    },
  };
}

function contextFor(authorities: string): SecureContext {
  return createSecureContext({
    // A list, even an empty one, replaces the authorities of Node and of the environment.
    ca: authorities === '' ? [] : [authorities],
    minVersion: 'TLSv1.2',
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: Readonly<{ value: Value }> | null = null;
  return () => (made ??= { value: make() }).value;
}
