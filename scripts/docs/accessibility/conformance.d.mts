/** The types of conformance.mjs for the tests, which are TypeScript. */

/** A criterion of WCAG. */
export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA' | 'AAA';
}

/** A clause of EN 301 549. */
export interface Clause {
  readonly number: string;
  readonly name: string;
  /** the criterion that asks the same */
  readonly wcag?: string;
}

export interface Standard {
  readonly title: string;
  /** the address of its text */
  readonly source: string;
}

export interface Standards {
  readonly wcag: Standard & { readonly criteria: readonly Criterion[] };
  readonly en301549: Standard & { readonly clauses: readonly Clause[] };
}

/** What we say of clauses. */
export interface Judgement {
  readonly clauses: readonly string[];
  readonly level: 'supports' | 'partially supports' | 'does not support' | 'not applicable' | 'not evaluated';
  /** Markdown; empty where nothing is to be said */
  readonly remark: string;
  /** names of `Report.tests` */
  readonly tests?: readonly string[];
  /** the day on which somebody looked, as 2026-01-31 */
  readonly looked?: string;
}

export interface Report {
  /** a test by its name: its file, and its title with … for what is put into it */
  readonly tests: Readonly<Record<string, { readonly file: string; readonly title: string }>>;
  readonly wcag22: readonly Judgement[];
  readonly en301549: readonly Judgement[];
}

/** What a person comes to by the keyboard alone. */
export interface KeyRow {
  readonly id: string;
  readonly outcome: string;
  readonly keys: readonly string[];
}

/** The clauses of both standards, with where they are from. */
export declare function standards(): Standards;
/** What we say of them. */
export declare function report(): Report;
/** What a person comes to, and the keys for it; tests/e2e/key-count.spec.ts presses them. */
export declare function keyRows(): readonly KeyRow[];
/** The whole report, as Markdown. */
export declare function conformanceReport(): string;
/** The table of the keys, as Markdown. */
export declare function keyTable(): string;
