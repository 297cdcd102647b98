/** `out/bench/bench.json`: a run's machine and all of its rows. */
import { git } from '../../lib/git.ts';
import { inOut, inRoot } from '../../lib/paths.ts';
import type { Load } from './other-work.ts';
import type { Judged, Row } from './row.ts';

export const BENCH_JSON = inOut('bench', 'bench.json');
/** The pictures and the history. */
export const KEPT = inRoot('docs', 'performance');

/**
 * `release`: the measured tag, or the commits since one; `busy`: the reason why no goal is judged,
 * null on a quiet machine; `leftOut`: the rows that were not measured, each with its reason.
 */
export type Report = Readonly<{
  at: string;
  release: string;
  machine: Readonly<
    Record<'processor' | 'system' | 'node' | 'electron' | 'electronOfPackage', string> &
      Record<'cores' | 'loadBefore', number>
  >;
  busy: string | null;
  loads: readonly Load[];
  rows: readonly (Row & Judged)[];
  leftOut: readonly string[];
}>;

/** `unknown` without Git, or without a history. */
export const releaseOfCheckout = (): string =>
  git('describe', '--tags', '--always', '--dirty').stdout.trim() || 'unknown';
