import type { Secret } from './redact.ts';
import type { AskingProxy } from '../../shared/service/service-failure.ts';

/** A name and a password for a proxy. Never written anywhere. */
export type ProxyCredentials = Readonly<{ username: string; password: string }>;

/** A proxy's request for a login, and the form that it asks for. */
export type ProxyQuestion = Readonly<{
  /** Host and port. */
  name: string;
  /** How the proxy is spoken to, as Chromium calls it: `PROXY` (http) or `HTTPS`. */
  transport: string;
  /** How it takes a login (RFC 9110, 11.1): `basic`, `digest`, `ntlm`. */
  scheme: string;
}>;

/** The answer to a proxy within one request: a login, or no (further) login. */
export type ProxyAnswer =
  | Readonly<{ kind: 'login'; credentials: ProxyCredentials }>
  | Readonly<{ kind: 'none'; proxy: AskingProxy }>;

/**
 * The logins for proxies, in memory only (docs/networks.md). A login belongs to one proxy, transport and scheme: a
 * password typed for https or Digest is never sent in the clear to an impostor that asks for Basic over http. A
 * request never prompts: it ends, the screen names the proxy, the person answers once, and the next request sends
 * the answer. So questions never stack, however many requests meet the proxy.
 */
export class ProxyLogins {
  readonly #known = new Map<string, ProxyCredentials>();
  readonly #refused = new Set<string>();
  readonly #asking = new Set<string>();
  /** Every name and password that was typed: a proxy may repeat them long after it refused them. */
  readonly #typed = new Set<string>();

  /**
   * A proxy asks within a request.
   *
   * @param tried the login that this request has sent already, and the proxy refused
   */
  // SECURITY: SEC-11 a login is only for the transport and the scheme for which the person was asked.
  answer({ name, transport, scheme }: ProxyQuestion, tried: ProxyCredentials | null): ProxyAnswer {
    const id = [transport, name, scheme].join(' ');
    const credentials = this.#known.get(id);
    // There may be a new login meanwhile: the refusal of the old one does not concern it.
    if (credentials && credentials !== tried) return { kind: 'login', credentials };
    if (credentials) {
      this.#known.delete(id);
      this.#refused.add(id);
    }
    this.#asking.add(id);
    return { kind: 'none', proxy: { id, name, hasRefused: this.#refused.has(id) } };
  }

  /**
   * Takes the person's answer for the proxy that the screen named. Another proxy that asked meanwhile does not get
   * it.
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

  /** Secrets that must not be shown or logged. */
  secrets(): readonly Secret[] {
    return [...this.#typed].map((text) => ({ text, shownAs: '[proxy login]' }));
  }
}
