import type { Secret } from './redact.ts';
import type { AskingProxy } from '../../shared/service/service-failure.ts';

export type ProxyCredentials = Readonly<{ username: string; password: string }>;

export type ProxyQuestion = Readonly<{
  /** Host and port. */
  name: string;
  /** Chromium's transport: `PROXY` (http) or `HTTPS`. */
  transport: string;
  /** Scheme (RFC 9110, 11.1): `basic`, `digest`, `ntlm`. */
  scheme: string;
}>;

export type ProxyAnswer =
  | Readonly<{ kind: 'login'; credentials: ProxyCredentials }>
  | Readonly<{ kind: 'none'; proxy: AskingProxy }>;

/**
 * Key of a proxy, whatever scheme it asks by.
 *
 * @param transport see `ProxyQuestion`
 * @param name host and port
 */
export function proxyKey(transport: string, name: string): string {
  return `${transport} ${name.replace(/[[\]]/gu, '').toLowerCase()}`;
}

/**
 * Proxy logins in memory (docs/networks.md). Each login belongs to one transport and scheme: an
 * impostor that asks for Basic over http never gets a password that was typed for https or Digest.
 * If no login is known, the request fails. The screen then asks once, even for parallel requests,
 * and the next request sends the login.
 *
 * A login of the environment names no scheme. The proxy that it names gets it before the person is
 * asked, and only for the first scheme that this proxy asks for.
 */
export class ProxyLogins {
  /** The known login for each question, by the question's id. */
  readonly #credentials = new Map<string, ProxyCredentials>();
  /** Ids of the questions for which a proxy has refused a login. */
  readonly #refused = new Set<string>();
  /** Ids of the questions that the person may answer. */
  readonly #asking = new Set<string>();
  /** Every name and password, to redact: a proxy may repeat them even after it refused them. */
  readonly #secretTexts = new Set<string>();
  /** Logins of the environment that no question has got yet, by `proxyKey`. */
  readonly #environmentLogins: Map<string, ProxyCredentials>;

  /** @param environmentLogins the environment's logins (`proxyLoginsOf`) */
  constructor(environmentLogins: ReadonlyMap<string, ProxyCredentials> = new Map()) {
    this.#environmentLogins = new Map(environmentLogins);
    for (const credentials of environmentLogins.values()) this.#noteSecrets(credentials);
  }

  /** @param tried the login that the proxy refused in this request; null if the request had none */
  // SECURITY: SEC-11 a login is only for the transport and scheme of its question, the
  // environment's for its first question.
  answer({ name, transport, scheme }: ProxyQuestion, tried: ProxyCredentials | null): ProxyAnswer {
    const id = [transport, name, scheme].join(' ');
    const credentials =
      this.#credentials.get(id) ?? this.#takeEnvironmentLogin(id, proxyKey(transport, name));
    if (credentials !== undefined) {
      // The proxy has not refused this login: the request had none, or an older one.
      if (credentials !== tried) return { kind: 'login', credentials };
      this.#credentials.delete(id);
      this.#refused.add(id);
    }
    this.#asking.add(id);
    return { kind: 'none', proxy: { id, name, hasRefused: this.#refused.has(id) } };
  }

  /** @returns false if no question with this id waits for a login */
  provide(id: string, credentials: ProxyCredentials): boolean {
    if (!this.#asking.delete(id)) return false;
    this.#credentials.set(id, credentials);
    this.#noteSecrets(credentials);
    return true;
  }

  secrets(): readonly Secret[] {
    return [...this.#secretTexts].map((text) => ({ text, shownAs: '[proxy login]' }));
  }

  #takeEnvironmentLogin(id: string, proxy: string): ProxyCredentials | undefined {
    const credentials = this.#environmentLogins.get(proxy);
    if (credentials === undefined) return undefined;
    this.#environmentLogins.delete(proxy);
    this.#credentials.set(id, credentials);
    return credentials;
  }

  #noteSecrets({ username, password }: ProxyCredentials): void {
    this.#secretTexts.add(username).add(password);
  }
}
