import type { Report } from '../../../../../scripts/bench/support/report.ts';
import { judge, type Row } from '../../../../../scripts/bench/support/row.ts';

/** A report of a benchmark with these rows. */
export const reportOf = (
  rows: readonly Row[],
  { busy = null as string | null, release = 'v0.1.0', processor = 'EPYC' } = {},
): Report => ({
  at: '2026-11-25T12:00:00.000Z',
  release,
  busy,
  loads: [],
  leftOut: [],
  machine: {
    processor,
    cores: 2,
    system: 'linux 6.1',
    node: 'v24',
    loadBefore: 0.1,
    electron: '45.3.4',
    electronOfPackage: '45.3.4',
  },
  rows: rows.map((row) => ({ ...row, ...judge(row, busy !== null) })),
});
