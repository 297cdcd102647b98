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

/** Our judgement of clauses. */
export interface Judgement {
  readonly clauses: readonly string[];
  readonly level: 'supports' | 'partially supports' | 'does not support' | 'not applicable' | 'not evaluated';
  /** Markdown; empty without a remark */
  readonly remark: string;
  /** names of `Report.tests` */
  readonly tests?: readonly string[];
  /** the day of the manual inspection, as 2026-01-31 */
  readonly looked?: string;
}

export interface Report {
  /** a test by its name: its file, and its title with … for inserted values */
  readonly tests: Readonly<Record<string, { readonly file: string; readonly title: string }>>;
  readonly wcag22: readonly Judgement[];
  readonly en301549: readonly Judgement[];
}

/** A result that a person reaches by the keyboard alone. */
export interface KeyRow {
  readonly id: string;
  readonly outcome: string;
  readonly keys: readonly string[];
}

/** The clauses of both standards, with where they are from. */
export declare function standards(): Standards;
/** Our judgements and their tests. */
export declare function report(): Report;
/** The results that a person reaches, and the keys for each; tests/e2e/key-count.spec.ts presses them. */
export declare function keyRows(): readonly KeyRow[];
/** The whole report, as Markdown. */
export declare function conformanceReport(): string;
/** The table of the keys, as Markdown. */
export declare function keyTable(): string;
