/** `out/bench/bench.json`: a run's machine and all of its rows. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Load } from './other-work.ts';
import type { Judged, Row } from './row.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

export const BENCH_JSON = resolve(root, 'out', 'bench', 'bench.json');
/** The pictures and the history. */
export const KEPT = resolve(root, 'docs', 'performance');

export type Report = Readonly<{
  at: string;
  /** The measured tag, or the commits since one. */
  release: string;
  machine: Readonly<{
    processor: string;
    cores: number;
    system: string;
    node: string;
    electron: string;
    electronOfPackage: string;
    loadBefore: number;
  }>;
  /** The reason why no goal is judged; null on a quiet machine. */
  busy: string | null;
  loads: readonly Load[];
  rows: readonly (Row & Judged)[];
  /** The rows that were not measured, each with its reason. */
  leftOut: readonly string[];
}>;

/** `unknown` without Git, or where it refuses the folder of another user. */
export function releaseOfCheckout(): string {
  const { stdout } = spawnSync('git', ['describe', '--tags', '--always', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
  });
  return (stdout as string | null)?.trim() || 'unknown';
}
