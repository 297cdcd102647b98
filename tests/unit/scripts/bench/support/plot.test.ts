// @vitest-environment jsdom
/** The benchmark's pictures: runs and goals at their place, and the same in words. */
import { describe, expect, it } from 'vitest';
import { plot } from '../../../../../scripts/bench/support/plot.ts';
import type { Report } from '../../../../../scripts/bench/support/report.ts';
import { rowOf, type Row } from '../../../../../scripts/bench/support/row.ts';
import { reportOf } from './report-of.ts';

function picture(report: Report): Document {
  const found = new DOMParser().parseFromString(plot(report) ?? '', 'image/svg+xml');
  expect(found.querySelector('parsererror')).toBeNull();
  return found;
}

const paint = (median: number): Row =>
  rowOf('start: first paint', [median - 2, median - 1, median, median + 1, median + 2], '', {
    bare: [298, 299, 300, 301, 302],
    sampling: 'paired',
    budgets: [{ of: 'median', over: 'times bare', most: 1.08 }],
  });

/** The first place of a path. */
const xOf = (found: Document, selector: string): number =>
  Number(/^M([\d.]+)/.exec(found.querySelector(selector)?.getAttribute('d') ?? '')?.[1]);
const medianOf = (found: Document, kind: string): number =>
  Number(
    /M[\d.]+ [\d.]+H[\d.]+M([\d.]+)/.exec(
      found.querySelector(`.${kind} .mark`)?.getAttribute('d') ?? '',
    )?.[1],
  );

describe('the picture of the starts', () => {
  it('draws the goal between the medians of bare and of a row beyond it, on one scale', () => {
    const found = picture(reportOf([paint(360)]));
    const [bare, goal, ours] = [
      medianOf(found, 'bare'),
      xOf(found, '.limit'),
      medianOf(found, 'ours'),
    ];
    expect((goal - bare) / (ours - bare)).toBeCloseTo(24 / 60, 2);
  });

  it('draws a run far beyond the others at the end of the axis', () => {
    const found = picture(
      reportOf([rowOf('start: first paint', [...Array<number>(99).fill(2), 900], '')]),
    );
    expect(found.querySelector('.ours .run')?.getAttribute('d')).toMatch(/M670 [\d.]+h0$/);
  });

  it('says in words the medians and verdicts, and that the machine was busy', () => {
    const quiet = picture(reportOf([paint(360)]));
    expect(quiet.querySelector('title')?.textContent).toBe('Start, beside a bare Electron');
    expect(quiet.querySelector('desc')?.textContent).toBe(
      'start: first paint: median 360.0 ms, bare 300.0 ms; beyond (median ≤ 1.08 × bare).',
    );
    const busy = picture(
      reportOf([paint(360)], { busy: 'a build', processor: 'A <fast> & quiet one' }),
    ).querySelector('desc')?.textContent;
    expect(busy).toContain('busy: not judged');
    expect(busy).toContain('Busy: a build.');
  });

  it('draws no picture without a start', () => {
    expect(plot(reportOf([rowOf('approval: event to success', [26], '')]))).toBeNull();
  });
});
