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
  #asking: string | null = null;

  /**
   * A proxy asks within a request.
   *
   * @param name host and port
   * @param hasTried this request gave it a login already, which it did not take
   */
  answer(name: string, hasTried: boolean): ProxyAnswer {
    const credentials = this.#known.get(name);
    if (credentials && !hasTried) return { kind: 'login', credentials };
    if (credentials) {
      this.#known.delete(name);
      this.#refused.add(name);
    }
    this.#asking = name;
    return { kind: 'none', proxy: { name, hasRefused: this.#refused.has(name) } };
  }

  /**
   * Takes what the person answered for the proxy that asked last.
   *
   * @returns false where none asked
   */
  provide(credentials: ProxyCredentials): boolean {
    if (this.#asking === null) return false;
    this.#known.set(this.#asking, credentials);
    this.#asking = null;
    return true;
  }
}
