/** The benchmark's history: one line for each release and machine. */
import { describe, expect, it } from 'vitest';
import { withRun } from '../../../../../scripts/bench/support/history.ts';
import { rowOf } from '../../../../../scripts/bench/support/row.ts';
import { reportOf } from './report-of.ts';

type Of = Readonly<{ paint?: number; busy?: string; release?: string; processor?: string }>;
const run = ({ paint = 330, ...more }: Of) =>
  reportOf([rowOf('start: first paint', [paint], '', { bare: [300] })], more);

describe('the history', () => {
  it('writes the medians and ratios of a run into the history', () => {
    expect(JSON.parse(withRun('', run({})))).toEqual({
      date: '2026-11-25',
      release: 'v0.1.0',
      machine: '2 × EPYC, linux',
      electron: '45.3.4',
      rows: { 'start: first paint': { median: 330, unit: 'ms', ratio: 1.1 } },
    });
  });

  it('adds a line to the history for another release or machine, and replaces that of the same', () => {
    const runs = [
      run({}),
      run({ release: 'v0.2.0' }),
      run({ processor: 'Xeon' }),
      run({ paint: 315 }),
    ];
    const lines = runs.reduce(withRun, '').trimEnd().split('\n');
    expect(
      lines.map((line) =>
        /"release":"(.*?)","machine":"(.*?)".*"median":(\d+)/.exec(line)?.slice(1),
      ),
    ).toEqual([
      ['v0.2.0', '2 × EPYC, linux', '330'],
      ['v0.1.0', '2 × Xeon, linux', '330'],
      ['v0.1.0', '2 × EPYC, linux', '315'],
    ]);
  });

  it.each([
    ['of a busy machine', run({ busy: 'a build' }), 'a build'],
    ['of uncommitted changes', run({ release: 'v0.1.0-dirty' }), 'uncommitted changes'],
  ])('refuses to put a run %s into the history', (_name, report, message) => {
    expect(() => withRun('', report)).toThrow(message);
  });
});
