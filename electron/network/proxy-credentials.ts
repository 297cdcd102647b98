import type { Secret } from './redact.ts';
import type { AskingProxy } from '../../shared/faults/service-failure.ts';

/** A name and a password for a proxy. Never written anywhere. */
export type ProxyCredentials = Readonly<{ username: string; password: string }>;

/** Who asks for a login, and in which form. */
export type ProxyQuestion = Readonly<{
  /** Host and port. */
  name: string;
  /** How the proxy is spoken to, as Chromium calls it: `PROXY` (http) or `HTTPS`. */
  transport: string;
  /** How it takes a login (RFC 9110, 11.1): `basic`, `digest`, `ntlm`. */
  scheme: string;
}>;

/** What one request answers a proxy with: a login, or that there is none yet or any more. */
export type ProxyAnswer =
  Readonly<{ kind: 'login'; credentials: ProxyCredentials }> | Readonly<{ kind: 'none'; proxy: AskingProxy }>;

/**
 * The logins of proxies, in memory only (docs/networks.md). A login belongs to one proxy, one way of speaking to it and
 * one form of login: what was typed for https or for Digest is not given in the clear to whoever takes that host's place
 * and asks for Basic over http. Nobody is asked from within a request: it ends, the screen
 * says which proxy asks, the person answers once, and the next request carries the answer. So no two questions
 * stand on top of one another, however many requests meet the proxy.
 */
export class ProxyLogins {
  readonly #known = new Map<string, ProxyCredentials>();
  readonly #refused = new Set<string>();
  readonly #asking = new Set<string>();
  /** Every name and password that was typed: a proxy may say them back long after they were refused. */
  readonly #typed = new Set<string>();

  /**
   * A proxy asks within a request.
   *
   * @param tried the login that this request gave it already, which it did not take
   */
  // SECURITY: SEC-11 a login is for the transport and the scheme that the person was asked in.
  answer({ name, transport, scheme }: ProxyQuestion, tried: ProxyCredentials | null): ProxyAnswer {
    const id = [transport, name, scheme].join(' ');
    const credentials = this.#known.get(id);
    // Another request may have brought a new login meanwhile: the refusal of the old one is not its own.
    if (credentials && credentials !== tried) return { kind: 'login', credentials };
    if (credentials) {
      this.#known.delete(id);
      this.#refused.add(id);
    }
    this.#asking.add(id);
    return { kind: 'none', proxy: { id, name, hasRefused: this.#refused.has(id) } };
  }

  /**
   * Takes what the person answered, for the proxy that the screen named when they did: another that asked meanwhile
   * gets nothing of it.
   *
   * @param id of the proxy as it was asked about
   * @returns false where that one did not ask
   */
  provide(id: string, credentials: ProxyCredentials): boolean {
    if (!this.#asking.delete(id)) return false;
    this.#known.set(id, credentials);
    this.#typed.add(credentials.username).add(credentials.password);
    return true;
  }

  /** What must not come back in what is shown or logged. */
  secrets(): readonly Secret[] {
    return [...this.#typed].map((text) => ({ text, shownAs: '[proxy login]' }));
  }
}
