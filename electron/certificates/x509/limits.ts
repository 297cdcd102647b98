/*
 * Bounds of the work for one server. This folder's code runs in the main process, on bytes that any attacker on the
 * network path can send. A certificate costs only the reading of its bytes; work that multiplies is counted.
 */

/** Bytes at most. Longer values are longer than any in use, and are refused unread. */
export const MOST_BYTES = {
  /** All certificates that a server sent. BoringSSL takes 100 KiB of them. */
  chain: 128 * 1024,
  certificate: 64 * 1024,
  /** The value of subjectAltName: more than a thousand names. */
  alternativeNames: 32 * 1024,
  /** The value of nameConstraints: some eight hundred domains. */
  nameConstraints: 16 * 1024,
  /** One directory name. */
  directoryName: 4 * 1024,
  /** One value in a directory name. To bring it into Unicode's normal form takes the square of its length. */
  attribute: 1024,
} as const;

/** More certificates than any server sends. */
export const MOST_CERTIFICATES = 32;

/** Signatures from the server's certificate to the authority. */
export const MOST_LINKS = 8;

/** RSA keys in bits, and their public exponents: above, one signature takes as long as a hundred others. */
export const RSA_LIMITS = { mostBits: 8192, leastExponent: 3n, mostExponent: 2n ** 33n } as const;

/** How often each kind of work is done for one server at most. */
export const MOST_WORK = {
  /** Steps of the search for a path, those with a signature already known among them. */
  step: 1000,
  /** Signatures checked: crossed certificates have more paths than anyone can try. */
  signature: 100,
  /** Names compared with constraints. */
  comparison: 250_000,
} as const;

export type WorkKind = keyof typeof MOST_WORK;

/** Counts the work for one server. */
export class Work {
  readonly #spent: Record<WorkKind, number> = { step: 0, signature: 0, comparison: 0 };

  /** Asks for `count` more units of work. @returns false if that exceeds the bound: then no unit is spent */
  spend(kind: WorkKind, count = 1): boolean {
    if (this.#spent[kind] + count > MOST_WORK[kind]) return false;
    this.#spent[kind] += count;
    return true;
  }

  /** How much was done. */
  spent(kind: WorkKind): number {
    return this.#spent[kind];
  }
}
