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

/** Schemes of HTTP authentication that proxies ask for, and this program has not without Chromium. */
const UNSUPPORTED = ['Digest', 'NTLM', 'Negotiate', 'Kerberos', 'Bearer'] as const;

/** The one scheme for which a login can be given here (RFC 7617). */
const SCHEME = 'basic';

/** A proxy's own login over http, in a network without Chromium: Basic, where the proxy asks for it. */
export class BasicLogins {
  readonly #logins: ProxyLogins;
  /** Proxies that asked for Basic, by `proxyKey`: they get their login at once. */
  readonly #asked = new Set<string>();

  constructor(logins: ProxyLogins) {
    this.#logins = logins;
  }

  /** The login to begin a request with: a proxy that has not asked for Basic gets none. */
  // SECURITY: SEC-11 a proxy gets only the login that was given for it, by the scheme that it asked by.
  atOnce(proxy: Proxy): ProxyCredentials | null {
    const question = questionOf(proxy);
    if (!this.#asked.has(proxyKey(question.transport, question.name))) return null;
    const answer = this.#logins.answer(question, null);
    return answer.kind === 'login' ? answer.credentials : null;
  }

  /**
   * Answers HTTP 407.
   *
   * @param challenges the values of `Proxy-Authenticate` (RFC 9110, 11.7.1)
   * @param tried the login that the proxy refused in this request
   */
  answer(
    proxy: Proxy,
    challenges: readonly string[],
    tried: ProxyCredentials | null,
  ): Result<ProxyCredentials, ExchangeFailure> {
    const question = questionOf(proxy);
    if (!offers(challenges, SCHEME)) return failure(asked(challenges, null));
    this.#asked.add(proxyKey(question.transport, question.name));
    const answer = this.#logins.answer(question, tried);
    return answer.kind === 'login'
      ? success(answer.credentials)
      : failure(asked(challenges, answer.proxy));
  }
}

/** The value of `Proxy-Authorization` (RFC 7617, 2), in UTF-8. */
export function basicAuthorization({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Whether a challenge of the scheme is among them. */
function offers(challenges: readonly string[], scheme: string): boolean {
  const begins = new RegExp(`(^|,)\\s*${scheme}(?=[\\s,]|$)`, 'i');
  return challenges.some((challenge) => begins.test(challenge));
}

function questionOf({ scheme, hostname, port }: Proxy): ProxyQuestion {
  return { name: hostAndPort(hostname, port), transport: scheme, scheme: SCHEME };
}

/** @param proxy null where no login can be given: the proxy asks for others alone */
function asked(challenges: readonly string[], proxy: AskingProxy | null): ExchangeFailure {
  const known = UNSUPPORTED.filter((scheme) => offers(challenges, scheme));
  const named = proxy === null && known.length > 0 ? `, ${known.join(' or ')} alone` : '';
  return { kind: 'proxy-login', evidence: toEvidence`HTTP 407${named}`, proxy };
}
