/** The benchmark's history: one line for each release and machine. */
import { describe, expect, it } from 'vitest';
import { withRun } from '../../../../../scripts/bench/support/history.ts';
import type { Report } from '../../../../../scripts/bench/support/report.ts';
import { judge, rowOf } from '../../../../../scripts/bench/support/row.ts';

const run = ({
  release = 'v0.1.0',
  processor = 'EPYC',
  paint = 330,
  busy = null as string | null,
}): Report => {
  const row = rowOf('start: first paint', [paint], '', { bare: [300] });
  return {
    at: '2026-11-25T12:00:00.000Z',
    release,
    machine: {
      processor,
      cores: 2,
      system: 'linux 6.1',
      node: 'v24',
      electron: '45.3.4',
      electronOfPackage: '45.3.4',
      loadBefore: 0.1,
    },
    busy,
    loads: [],
    leftOut: [],
    rows: [{ ...row, ...judge(row) }],
  };
};

describe('the history', () => {
  it('has the medians and ratios of a run', () => {
    expect(JSON.parse(withRun('', run({})))).toEqual({
      date: '2026-11-25',
      release: 'v0.1.0',
      machine: '2 × EPYC, linux',
      electron: '45.3.4',
      rows: { 'start: first paint': { median: 330, unit: 'ms', ratio: 1.1 } },
    });
  });

  it('gets a line for another release or machine, and a new one in place of the same', () => {
    const runs = [run({}), run({ release: 'v0.2.0' }), run({ processor: 'Xeon' }), run({ paint: 315 })];
    const lines = runs.reduce(withRun, '').trimEnd().split('\n');
    expect(
      lines.map((line) => /"release":"(.*?)","machine":"(.*?)".*"median":(\d+)/.exec(line)?.slice(1)),
    ).toEqual([
      ['v0.2.0', '2 × EPYC, linux', '330'],
      ['v0.1.0', '2 × Xeon, linux', '330'],
      ['v0.1.0', '2 × EPYC, linux', '315'],
    ]);
  });

  it.each([
    ['of a busy machine', run({ busy: 'a build' }), 'a build'],
    ['of uncommitted changes', run({ release: 'v0.1.0-dirty' }), 'uncommitted changes'],
  ])('refuses a run %s', (_name, report, message) => {
    expect(() => withRun('', report)).toThrow(message);
  });
});
