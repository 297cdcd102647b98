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

/** A proxy that a login was given for, whatever scheme it will ask by. `name`: host and port. */
export function proxyKey(transport: string, name: string): string {
  return `${transport} ${name.replace(/[[\]]/gu, '').toLowerCase()}`;
}

/**
 * Proxy logins in memory (docs/networks.md). An impostor that asks for Basic over http never gets a password that was
 * typed for https or Digest. If no login is known, the request fails. The screen then asks once, even for parallel
 * requests, and the next request sends the login. A login of the environment names no scheme: it is offered before the
 * person is asked, to the proxy that it names, and by the scheme alone that asks for it first.
 */
export class ProxyLogins {
  readonly #credentials = new Map<string, ProxyCredentials>();
  readonly #refused = new Set<string>();
  readonly #asking = new Set<string>();
  /** Every name and password, to redact: a proxy may repeat them even after it refused them. */
  readonly #words = new Set<string>();
  /** By `proxyKey`; not offered yet. */
  readonly #environmentLogins: Map<string, ProxyCredentials>;

  /** @param environmentLogins the environment's logins (`proxyLoginsOf`) */
  constructor(environmentLogins: ReadonlyMap<string, ProxyCredentials> = new Map()) {
    this.#environmentLogins = new Map(environmentLogins);
    for (const credentials of environmentLogins.values()) this.#note(credentials);
  }

  /** @param tried the login that the proxy refused in this request */
  // SECURITY: SEC-11 a login is only for the transport and scheme of its question; the environment's for its first one.
  answer({ name, transport, scheme }: ProxyQuestion, tried: ProxyCredentials | null): ProxyAnswer {
    const id = [transport, name, scheme].join(' ');
    const credentials =
      this.#credentials.get(id) ?? this.#takeEnvironmentLogin(id, proxyKey(transport, name));
    // A refusal of an old login does not concern a newer one.
    if (credentials && credentials !== tried) return { kind: 'login', credentials };
    if (credentials) {
      this.#credentials.delete(id);
      this.#refused.add(id);
    }
    this.#asking.add(id);
    return { kind: 'none', proxy: { id, name, hasRefused: this.#refused.has(id) } };
  }

  /** @returns false if this proxy did not ask */
  provide(id: string, credentials: ProxyCredentials): boolean {
    if (!this.#asking.delete(id)) return false;
    this.#credentials.set(id, credentials);
    this.#note(credentials);
    return true;
  }

  secrets(): readonly Secret[] {
    return [...this.#words].map((text) => ({ text, shownAs: '[proxy login]' }));
  }

  #takeEnvironmentLogin(id: string, proxy: string): ProxyCredentials | undefined {
    const credentials = this.#environmentLogins.get(proxy);
    if (credentials === undefined) return undefined;
    this.#environmentLogins.delete(proxy);
    this.#credentials.set(id, credentials);
    return credentials;
  }

  #note({ username, password }: ProxyCredentials): void {
    this.#words.add(username).add(password);
  }
}
