import type { Secret } from './mask-secrets.ts';
import type { AskingProxy } from '../../shared/service/failures.ts';

/** A name and a password for a proxy. Never written anywhere. */
export type ProxyCredentials = Readonly<{ username: string; password: string }>;

/** What one request answers a proxy with: a login, or that there is none yet or any more. */
export type ProxyAnswer =
  Readonly<{ kind: 'login'; credentials: ProxyCredentials }> | Readonly<{ kind: 'none'; proxy: AskingProxy }>;

/**
 * The logins of proxies, in memory only (docs/networks.md). Nobody is asked from within a request: it ends, the screen
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
   * @param name host and port
   * @param tried the login that this request gave it already, which it did not take
   */
  answer(name: string, tried: ProxyCredentials | null): ProxyAnswer {
    const credentials = this.#known.get(name);
    // Another request may have brought a new login meanwhile: the refusal of the old one is not its own.
    if (credentials && credentials !== tried) return { kind: 'login', credentials };
    if (credentials) {
      this.#known.delete(name);
      this.#refused.add(name);
    }
    this.#asking.add(name);
    return { kind: 'none', proxy: { name, hasRefused: this.#refused.has(name) } };
  }

  /**
   * Takes what the person answered, for the proxy that the screen named when they did: another that asked meanwhile
   * gets nothing of it.
   *
   * @returns false where that one did not ask
   */
  provide(name: string, credentials: ProxyCredentials): boolean {
    if (!this.#asking.delete(name)) return false;
    this.#known.set(name, credentials);
    this.#typed.add(credentials.username).add(credentials.password);
    return true;
  }

  /** What must not come back in what is shown or logged. */
  secrets(): readonly Secret[] {
    return [...this.#typed].map((text) => ({ text, shownAs: '[proxy login]' }));
  }
}
