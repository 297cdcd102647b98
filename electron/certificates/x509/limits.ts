/*
 * Bounds for one server's work: this folder runs in the main process, on bytes from network attackers. Only work that
 * multiplies is counted.
 */

/** Maximum bytes; longer values are refused unread. */
export const MOST_BYTES = {
  /** All certificates of a server; BoringSSL takes 100 KiB. */
  chain: 128 * 1024,
  certificate: 64 * 1024,
  /** More than a thousand names. */
  alternativeNames: 32 * 1024,
  /** Some eight hundred domains. */
  nameConstraints: 16 * 1024,
  directoryName: 4 * 1024,
  /** Unicode normalisation takes quadratic time. */
  attribute: 1024,
} as const;

/** More than servers send. */
export const MOST_CERTIFICATES = 32;

/** Signatures from the server's certificate to the authority. */
export const MOST_LINKS = 8;

/** Key bits and public exponents. Above, a signature takes as long as a hundred others. */
export const RSA_LIMITS = { mostBits: 8192, leastExponent: 3n, mostExponent: 2n ** 33n } as const;

/** Maximum units for one server. */
export const MOST_WORK = {
  /** Search steps, including those with a known signature. */
  step: 1000,
  /** Signature checks: cross-signed certificates multiply the paths. */
  signature: 100,
  /** Comparisons of names with constraints. */
  comparison: 250_000,
} as const;

export type WorkKind = keyof typeof MOST_WORK;

export class Work {
  readonly #spent: Record<WorkKind, number> = { step: 0, signature: 0, comparison: 0 };

  /** @returns false, and spends no unit, above the bound */
  spend(kind: WorkKind, count = 1): boolean {
    if (this.#spent[kind] + count > MOST_WORK[kind]) return false;
    this.#spent[kind] += count;
    return true;
  }

  spent(kind: WorkKind): number {
    return this.#spent[kind];
  }
}
