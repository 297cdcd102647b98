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
 * Proxy logins in memory (docs/networks.md). An impostor that asks for Basic over http never gets a password for https
 * or Digest. If no login is known, the request fails. The screen then asks once, even for parallel requests,
 * and the next request sends the login.
 */
export class ProxyLogins {
  readonly #known = new Map<string, ProxyCredentials>();
  readonly #refused = new Set<string>();
  readonly #asking = new Set<string>();
  /** Every typed name and password, to redact: a proxy may repeat them even after it refused them. */
  readonly #typed = new Set<string>();

  /** @param tried the login that the proxy refused in this request */
  // SECURITY: SEC-11 a login is only for the transport and scheme of its question.
  answer({ name, transport, scheme }: ProxyQuestion, tried: ProxyCredentials | null): ProxyAnswer {
    const id = [transport, name, scheme].join(' ');
    const credentials = this.#known.get(id);
    // A refusal of an old login does not concern a newer one.
    if (credentials && credentials !== tried) return { kind: 'login', credentials };
    if (credentials) {
      this.#known.delete(id);
      this.#refused.add(id);
    }
    this.#asking.add(id);
    return { kind: 'none', proxy: { id, name, hasRefused: this.#refused.has(id) } };
  }

  /** @returns false if this proxy did not ask */
  provide(id: string, credentials: ProxyCredentials): boolean {
    if (!this.#asking.delete(id)) return false;
    this.#known.set(id, credentials);
    this.#typed.add(credentials.username).add(credentials.password);
    return true;
  }

  secrets(): readonly Secret[] {
    return [...this.#typed].map((text) => ({ text, shownAs: '[proxy login]' }));
  }
}
