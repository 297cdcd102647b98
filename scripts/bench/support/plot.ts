/** The picture of the starts: every run as a dot, medians with their intervals, goals as lines. */
import { median as medianOf } from 'simple-statistics';
import { escapeXml } from '../../lib/template.ts';
import { interval } from './interval.ts';
import type { Report } from './report.ts';
import type { Judged, Row } from './row.ts';
import type { Summary } from './statistics.ts';

type JudgedRow = Row & Judged;
type Scale = Readonly<{ low: number; high: number; x: (value: number) => number }>;

const PICTURED = 'start: ';

const WIDTH = 760;
const [LEFT, RIGHT] = [60, WIDTH - 90];
const [LINE, STRIP] = [18, 24];
/** The golden ratio: its multiples spread dots evenly, and the same every time. */
const SPREAD = 0.618_034;

/** Both schemes have their own ground: a page's theme may be another than the system's. */
const STYLE = `
  svg { --ground: #ffffff; --text: #1f2328; --faint: #59636e; --grid: #d1d9e0; --ours: #0969da; --goal: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --text: #f0f6fc; --faint: #9198a1; --grid: #3d444d; --ours: #4493f8; --goal: #f0883e }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--text) }
  .name { font-weight: 600 } .faint { fill: var(--faint) } .goal { fill: var(--goal) }
  .ground { fill: var(--ground) }
  path { fill: none; stroke: var(--grid) } .run { stroke-width: 5; stroke-linecap: round; stroke-opacity: .45 } .mark { stroke-width: 2.5 }
  .ours path { stroke: var(--ours) } .bare path { stroke: var(--faint) }
  .limit { stroke: var(--goal); stroke-width: 1.5; stroke-dasharray: 4 3 }
`;

export const picturedRows = ({ rows }: Report): readonly JudgedRow[] =>
  rows.filter(({ name }) => name.startsWith(PICTURED));

/** One sentence about each row, for those who do not see the picture. */
export const described = (rows: readonly JudgedRow[]): string =>
  rows
    .map(({ name, unit, measured, bare, goals }) => {
      const than = bare === null ? '' : `, bare ${figure(bare.median)} ${unit}`;
      const judged = goals.map(({ says }) => `; ${says}`).join('');
      return `${name}: median ${figure(measured.median)} ${unit}${than}${judged}.`;
    })
    .join(' ');

/** The picture as SVG; null without such rows. */
export function plot(report: Report): string | null {
  const { at, machine, busy, release } = report;
  const rows = picturedRows(report);
  if (rows.length === 0) return null;
  const parts: string[] = [];
  const scale = scaleOf(rows);
  let y = 40;
  for (const row of rows) {
    parts.push(panel(row, scale, y));
    y += 26 + LINE * (1 + row.goals.length) + STRIP * (row.bare === null ? 1 : 2);
  }
  parts.push(axis(scale, 'ms', y));
  y += 46;
  const { cores, processor, electron } = machine;
  const foot = [`Electron ${electron}`, `${cores} × ${processor}`, release, at.slice(0, 10)];
  const state = busy === null ? [] : [`Busy: ${busy}.`];
  const title = 'Start, beside a bare Electron';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" width="${WIDTH}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml([described(rows), ...state].join(' '))}</desc>
<style>${STYLE}</style>
<rect class="ground" width="100%" height="100%"/>
${text(20, 24, title, 'name')}
${parts.join('\n')}
${text(20, y, [...foot, ...state].join(' · '), 'faint')}
</svg>
`;
}

/**
 * Up to the slowest run, or twice the 95th percentile: one outlier, drawn at the end, must not
 * press all others together.
 */
function scaleOf(rows: readonly JudgedRow[]): Scale {
  const series = rows.flatMap(({ measured, bare }) =>
    bare === null ? [measured] : [measured, bare],
  );
  const marks = rows.flatMap(({ measured, goals }) =>
    goals.flatMap((each) => [each.limit, measured[each.of]]),
  );
  const most = (of: 'max' | 'p95'): number => Math.max(...series.map((each) => each[of]));
  const last = Math.max(Math.min(most('max'), 2 * most('p95')), ...marks);
  const first = Math.min(...series.flatMap(({ all }) => all), ...marks);
  const room = (last - first) / 20 || 1;
  const [low, high] = [first >= 0 ? Math.max(0, first - room) : first - room, last + room];
  const position = (value: number): number =>
    LEFT + ((RIGHT - LEFT) * (value - low)) / (high - low);
  return { low, high, x: (value) => rounded(Math.min(RIGHT, position(value))) };
}

function panel(
  { name, measured, bare, goals, unit, ...row }: JudgedRow,
  { x }: Scale,
  top: number,
): string {
  const spread = row.interval?.map(signed).join(' … ');
  const difference = spread === undefined ? '' : `, difference ${spread} ${unit} (95 %)`;
  const runs = `, ${measured.runs} ${measured.runs === 1 ? 'run' : 'runs'}${difference}`;
  const begin = top + LINE * (1 + goals.length) + 18;
  const end = begin + STRIP * (bare === null ? 1 : 2);
  const strip = (
    kind: 'ours' | 'bare',
    { all, median }: Summary,
    at: number,
    more = '',
  ): string => {
    const middle = at + STRIP / 2;
    const height = (run: number): number => rounded(at + 4 + (STRIP - 8) * ((run * SPREAD) % 1));
    const [low, most] = interval([all], (drawn = []) => medianOf([...drawn]));
    return `<g class="${kind}">${text(20, middle + 4, kind, 'faint')}
<path class="run" d="${all.map((value, run) => `M${x(value)} ${height(run)}h0`).join('')}"/>
<path class="mark" d="M${x(low)} ${middle}H${x(most)}M${x(median)} ${at + 2}V${at + STRIP - 2}"/>
${more}${text(RIGHT + 10, middle + 4, `${figure(median)} ${unit}`)}</g>`;
  };
  const percentiles = new Set(goals.map(({ of }) => of).filter((of) => of !== 'median'));
  const diamonds = [...percentiles].map((of) => {
    const diamond = `M${x(measured[of])} ${begin + STRIP / 2 - 6}l5 6l-5 6l-5-6z`;
    return `<path class="mark" d="${diamond}"><title>${of}</title></path>`;
  });
  return [
    `<text x="20" y="${top + LINE}"><tspan class="name">${escapeXml(name.replace(/^[\w ]+: /, ''))}</tspan><tspan class="faint">${escapeXml(runs)}</tspan></text>`,
    ...goals.map(({ says }, at) => text(20, top + LINE * (2 + at), says, 'goal')),
    ...goals.map(({ limit, of }) => {
      const at = x(limit);
      return `<path class="limit" d="M${at} ${begin - 2}V${end}"/>${text(at, begin - 5, of, 'goal', 'middle')}`;
    }),
    strip('ours', measured, begin, diamonds.join('')),
    bare === null ? '' : strip('bare', bare, begin + STRIP),
  ].join('\n');
}

function axis({ low, high, x }: Scale, unit: string, top: number): string {
  const labels = [low, (low + high) / 2, high].map((value) =>
    text(x(value), top + 17, figure(value), 'faint', 'middle'),
  );
  return `<path d="M${LEFT} ${top}H${RIGHT}"/>${labels.join('')}${text(RIGHT + 40, top + 17, unit, 'faint')}`;
}

const rounded = (value: number): number => Math.round(10 * value) / 10;
const figure = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 1);
const signed = (value: number): string => `${value < 0 ? '' : '+'}${figure(value)}`;

const text = (x: number, y: number, content: string, kind = '', anchor = 'start'): string =>
  `<text x="${x}" y="${y}" class="${kind}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
