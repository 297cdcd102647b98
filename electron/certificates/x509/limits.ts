/*
 * Bounds of the work for one server. The code in this folder runs in the main process, on bytes that a network attacker
 * can send. Reading is linear; these bounds limit work that multiplies.
 */

/** Maximum bytes. Longer values are unusual, and refused unread. */
export const MOST_BYTES = {
  /** All certificates of a server; BoringSSL takes 100 KiB. */
  chain: 128 * 1024,
  certificate: 64 * 1024,
  /** subjectAltName: more than a thousand names. */
  alternativeNames: 32 * 1024,
  /** nameConstraints: some eight hundred domains. */
  nameConstraints: 16 * 1024,
  directoryName: 4 * 1024,
  /** One value in a directory name. Unicode normalisation takes time in the square of its length. */
  attribute: 1024,
} as const;

/** More certificates than servers send. */
export const MOST_CERTIFICATES = 32;

/** Maximum signatures from the server's certificate to the authority. */
export const MOST_LINKS = 8;

/** Key size in bits, and public exponents. Above, one signature takes as long as a hundred others. */
export const RSA_LIMITS = { mostBits: 8192, leastExponent: 3n, mostExponent: 2n ** 33n } as const;

/** Maximum units of work for one server. */
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

  /** Takes `count` units. @returns false, and takes no unit, if that exceeds the bound */
  spend(kind: WorkKind, count = 1): boolean {
    if (this.#spent[kind] + count > MOST_WORK[kind]) return false;
    this.#spent[kind] += count;
    return true;
  }

  spent(kind: WorkKind): number {
    return this.#spent[kind];
  }
}
