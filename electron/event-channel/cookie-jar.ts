import type { HttpResponse } from '../network/http-port.ts';

/** Longest name and value together, as browsers take them (RFC 6265, 6.1). */
const MAX_LENGTH = 4096;
/** A load balancer needs one or two; a firewall in front of it has some more. */
const MAX_COOKIES = 16;

/** A name and a value as RFC 6265, 4.1.1, has them, and a value may hold quotes. */
const PAIR = /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x2b\x2d-\x3a\x3c-\x7e]*)$/;
/**
 * Separates the values of several `Set-Cookie` headers. The comma in a date does not match: no
 * `name=` follows it.
 */
const BETWEEN = /,\s*(?=[\w!#$%&'*+.^`|~-]+=)/;

/**
 * The cookies of one session of engine.io: load balancers may keep its polling requests on one
 * server by them. They go back to the address of the event channel alone, so `Path`, `Domain` and
 * `Secure` have no effect.
 */
// SECURITY: SEC-116 in memory, for one connection of the event channel; no other call sends them.
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** Takes the cookies of an answer, and forgets those that it deletes. */
  take({ headers }: Pick<HttpResponse, 'headers'>): void {
    const { date = '', 'set-cookie': text = '' } = headers;
    for (const cookie of text.split(BETWEEN)) {
      const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
      const [, name = '', value = ''] = PAIR.exec(pair) ?? [];
      if (name === '' || pair.length > MAX_LENGTH) continue;
      if (isDeleted(attributes, Date.parse(date))) this.#values.delete(name);
      else if (this.#values.has(name) || this.#values.size < MAX_COOKIES)
        this.#values.set(name, value);
    }
  }

  /** The `Cookie` header for the next request; no header without a cookie. */
  headers(): Readonly<Record<string, string>> {
    const pairs = [...this.#values].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? {} : { Cookie: pairs.join('; ') };
  }
}

/**
 * Whether the server deletes the cookie. An end in the future is ignored, because a connection is
 * shorter.
 *
 * @param nowMs the server's time: this computer's clock may be wrong. NaN if unknown
 */
function isDeleted(attributes: readonly string[], nowMs: number): boolean {
  const valueOf = (name: string): string | undefined =>
    attributes
      .find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const maxAge = valueOf('max-age');
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = valueOf('expires');
  return expires !== undefined && Date.parse(expires) <= nowMs;
}
