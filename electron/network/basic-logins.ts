import type { AskingProxy, ExchangeFailure } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import {
  proxyKey,
  type ProxyCredentials,
  type ProxyLogins,
  type ProxyQuestion,
} from './proxy-credentials.ts';
import { hostAndPort, type Proxy } from './route.ts';

/**
 * Schemes of HTTP authentication that proxies ask for, but that this program supports only with
 * Chromium.
 */
const UNSUPPORTED = ['Digest', 'NTLM', 'Negotiate', 'Kerberos', 'Bearer'] as const;

/** The only scheme that this program supports without Chromium (RFC 7617). */
const SCHEME = 'basic';

/**
 * Logins for proxies over http in a network without Chromium: only Basic, and only for proxies that
 * ask for it.
 */
export class BasicLogins {
  readonly #logins: ProxyLogins;
  /**
   * The `proxyKey` of each proxy that has asked for Basic. Later requests begin with the login for
   * it.
   */
  readonly #basicProxies = new Set<string>();

  constructor(logins: ProxyLogins) {
    this.#logins = logins;
  }

  /**
   * The login to begin a request with; null if none is known, or if the proxy has not asked for
   * Basic.
   */
  // SECURITY: SEC-11 a proxy gets only the login that was given for it, by the scheme that it asked
  // by.
  initialLogin(proxy: Proxy): ProxyCredentials | null {
    const question = questionOf(proxy);
    if (!this.#basicProxies.has(proxyKey(question.transport, question.name))) return null;
    const answer = this.#logins.answer(question, null);
    return answer.kind === 'login' ? answer.credentials : null;
  }

  /**
   * Answers HTTP 407.
   *
   * @param challenges the values of `Proxy-Authenticate` (RFC 9110, 11.7.1)
   * @param tried the login that the proxy refused in this request; null if the request had none
   * @returns the login to try next, or the failure that ends the request
   */
  answer(
    proxy: Proxy,
    challenges: readonly string[],
    tried: ProxyCredentials | null,
  ): Result<ProxyCredentials, ExchangeFailure> {
    const question = questionOf(proxy);
    if (!offers(challenges, SCHEME)) return failure(loginRequired(challenges, null));
    this.#basicProxies.add(proxyKey(question.transport, question.name));
    const answer = this.#logins.answer(question, tried);
    return answer.kind === 'login'
      ? success(answer.credentials)
      : failure(loginRequired(challenges, answer.proxy));
  }
}

/** The value of `Proxy-Authorization` (RFC 7617, 2), in UTF-8. */
export function basicAuthorization({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Whether one of the challenges is for the scheme. */
function offers(challenges: readonly string[], scheme: string): boolean {
  const pattern = new RegExp(`(^|,)\\s*${scheme}(?=[\\s,]|$)`, 'i');
  return challenges.some((challenge) => pattern.test(challenge));
}

function questionOf({ scheme, hostname, port }: Proxy): ProxyQuestion {
  return { name: hostAndPort(hostname, port), transport: scheme, scheme: SCHEME };
}

/** @param proxy the proxy to give a login for; null if it asks for unsupported schemes alone */
function loginRequired(challenges: readonly string[], proxy: AskingProxy | null): ExchangeFailure {
  const unsupported = UNSUPPORTED.filter((scheme) => offers(challenges, scheme));
  const isNamed = proxy === null && unsupported.length > 0;
  const schemes = isNamed ? `, ${unsupported.join(' or ')} alone` : '';
  return { kind: 'proxy-login', evidence: toEvidence`HTTP 407${schemes}`, proxy };
}
