/*
 * Bounds of the work that one server can cause: the check runs in the main process, on bytes that a network attacker
 * can choose. `MOST_BYTES` bounds what is read. Work is counted (`MOST_WORK`) only where it can grow faster than the
 * bytes.
 */

/** Maximum bytes. Longer values are refused before they are parsed. */
export const MOST_BYTES = {
  /** All certificates of a server together. BoringSSL accepts at most 100 KiB of them. */
  chain: 128 * 1024,
  certificate: 64 * 1024,
  /** Enough for more than a thousand names. */
  alternativeNames: 32 * 1024,
  /** Enough for some eight hundred domains. */
  nameConstraints: 16 * 1024,
  directoryName: 4 * 1024,
  /**
   * One text in a directory name. It is short, because Unicode normalisation can take quadratic
   * time.
   */
  attribute: 1024,
} as const;

/** Maximum number of certificates that a server may send; real servers send fewer. */
export const MOST_CERTIFICATES = 32;

/** Maximum number of signatures in a chain, from the server's certificate to the authority's. */
export const MOST_LINKS = 8;

/**
 * Bounds of an RSA key's bits and public exponent. Above them, one signature takes as long to check
 * as a hundred.
 */
export const RSA_LIMITS = { mostBits: 8192, leastExponent: 3n, mostExponent: 2n ** 33n } as const;

/** Maximum units of counted work for one server. */
export const MOST_WORK = {
  /** Steps of the search for chains, including those whose signature was checked before. */
  step: 1000,
  /** Checks of signatures. Cross-signed certificates multiply the chains, and so the signatures. */
  signature: 100,
  /** Comparisons of names with constraints. */
  comparison: 250_000,
} as const;

export type WorkKind = keyof typeof MOST_WORK;

/** Counts the work that one server has caused. */
export class Work {
  readonly #spent: Record<WorkKind, number> = { step: 0, signature: 0, comparison: 0 };

  /**
   * Spends units of work.
   *
   * @returns false, with no unit spent, if they would exceed the bound
   */
  spend(kind: WorkKind, count = 1): boolean {
    if (this.#spent[kind] + count > MOST_WORK[kind]) return false;
    this.#spent[kind] += count;
    return true;
  }

  spent(kind: WorkKind): number {
    return this.#spent[kind];
  }
}
