/** A picture of a group of rows: every run as a dot, medians with their intervals, goals as lines. */
import { interval } from './interval.ts';
import type { Report } from './report.ts';
import type { Judged, Row } from './row.ts';
import { quantile, type Summary } from './statistics.ts';

type JudgedRow = Row & Judged;
type Scale = Readonly<{ low: number; high: number; x: (value: number) => number }>;

/** Each picture, and the beginnings of the names of its rows. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  start: ['start: '],
  keys: ['key press: '],
  memory: ['memory: '],
  quiet: ['quiet: '],
  growth: ['growth: '],
  gate: ['gate: ', 'launcher alone'],
};

/** Their small changes are to look small. */
const FROM_ZERO = ['quiet', 'growth'];

const WIDTH = 760;
const LEFT = 60;
const RIGHT = WIDTH - 90;
const LINE = 18;
const STRIP = 24;
const TICKS = 6;
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
  .ground { fill: var(--ground) } .grid { stroke: var(--grid) }
  polyline { fill: none } .ours .run { fill: var(--ours); fill-opacity: .45 } .bare .run { fill: none; stroke: var(--faint); stroke-opacity: .6 }
  .ours .mark { stroke: var(--ours) } .bare .mark { stroke: var(--faint) } .mark { stroke-width: 2.5; fill: none }
  .halo { stroke: var(--ground); stroke-width: 6; stroke-opacity: .8; fill: none }
  .limit { stroke: var(--goal); stroke-width: 1.5; stroke-dasharray: 4 3 }
`;

export const rowsOf = (group: string, rows: readonly JudgedRow[]): readonly JudgedRow[] =>
  rows.filter(({ name }) => GROUPS[group]?.some((start) => name.startsWith(start)) === true);

const dot = (kind: string): string =>
  `<marker id="${kind}" class="${kind}" markerUnits="userSpaceOnUse" markerWidth="7" markerHeight="7" refX="3.5" refY="3.5"><circle class="run" cx="3.5" cy="3.5" r="2.5"/></marker>`;

/** One sentence about each row, for those who do not see the picture. */
export const described = (rows: readonly JudgedRow[]): string =>
  rows
    .map(({ name, unit, measured, bare, goals }) => {
      const than = bare === null ? '' : `, bare ${figure(bare.median)} ${unit}`;
      const judged = goals.map(({ says }) => `; ${says}`).join('');
      return `${name}: median ${figure(measured.median)} ${unit}${than}${judged}.`;
    })
    .join(' ');

/** The picture as SVG; null for a group without rows. */
export function plot(group: string, { at, machine, busy, release, rows: all }: Report): string | null {
  const rows = rowsOf(group, all);
  if (rows.length === 0) return null;
  const parts: string[] = [];
  let y = 40;
  for (const unit of new Set(rows.map((row) => row.unit))) {
    const ofUnit = rows.filter((row) => row.unit === unit);
    const scale = scaleOf(ofUnit, FROM_ZERO.includes(group));
    for (const row of ofUnit) {
      const { drawn, bottom } = panel(row, scale, y);
      parts.push(...drawn);
      y = bottom;
    }
    parts.push(...axis(scale, unit, y));
    y += 46;
  }
  const { cores, processor, electron } = machine;
  const foot = [`Electron ${electron}`, `${cores} × ${processor}`, release, at.slice(0, 10)];
  const state = busy === null ? [] : [`Busy: ${busy}.`];
  const beside = rows.some(({ bare }) => bare !== null) ? ', beside a bare Electron' : '';
  const title = `${group.charAt(0).toUpperCase()}${group.slice(1)}${beside}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" width="${WIDTH}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped([described(rows), ...state].join(' '))}</desc>
<style>${STYLE}</style>
${['ours', 'bare'].map(dot).join('')}
<rect class="ground" width="100%" height="100%"/>
${text(20, 24, title, 'name')}
${parts.join('\n')}
${text(20, y, [...foot, ...state].join(' · '), 'faint')}
</svg>
`;
}

/** Up to the slowest run, or twice the 95th percentile: one outlier must not press all others together. */
function scaleOf(rows: readonly JudgedRow[], fromZero: boolean): Scale {
  const series = rows.flatMap(({ measured, bare }) => (bare === null ? [measured] : [measured, bare]));
  const marks = rows.flatMap(({ measured, goals }) =>
    goals.flatMap((each) => [each.limit, measured[each.of]]),
  );
  const [max, p95] = (['max', 'p95'] as const).map((of) => Math.max(...series.map((each) => each[of])));
  const last = Math.max(Math.min(max ?? 0, 2 * (p95 ?? 0)), ...marks);
  const first = Math.min(fromZero ? 0 : Infinity, ...series.flatMap(({ all }) => all), ...marks);
  const room = (last - first) / 20 || 1;
  const low = first >= 0 ? Math.max(0, first - room) : first - room;
  const high = last + room;
  const place = (value: number): number => LEFT + ((RIGHT - LEFT) * (value - low)) / (high - low);
  return { low, high, x: (value) => rounded(Math.min(RIGHT, place(value))) };
}

function panel(row: JudgedRow, scale: Scale, top: number): Readonly<{ drawn: string[]; bottom: number }> {
  const { name, measured, bare, goals, interval: between, unit } = row;
  const spread = between === null ? '' : `, difference ${between.map(signed).join(' … ')} ${unit} (95 %)`;
  const runs = `, ${measured.runs} ${measured.runs === 1 ? 'run' : 'runs'}${spread}`;
  const begin = top + LINE * (1 + goals.length) + 18;
  const end = begin + STRIP * (bare === null ? 1 : 2);
  const drawn = [
    `<text x="20" y="${top + LINE}"><tspan class="name">${escaped(name.replace(/^[\w ]+: /, ''))}</tspan><tspan class="faint">${escaped(runs)}</tspan></text>`,
    ...goals.map(({ says }, at) => text(20, top + LINE * (2 + at), says, 'goal')),
    ...goals.map(({ limit, of }) => {
      const at = scale.x(limit);
      return `<path class="limit" d="M${at} ${begin - 2}V${end}"/>${text(at, begin - 5, of, 'goal', 'middle')}`;
    }),
    strip('ours', row, measured, scale, begin),
    ...(bare === null ? [] : [strip('bare', row, bare, scale, begin + STRIP)]),
  ];
  return { drawn, bottom: end + 8 };
}

function strip(
  kind: 'ours' | 'bare',
  { unit, goals }: JudgedRow,
  { all, ...of }: Summary,
  { x, high }: Scale,
  top: number,
): string {
  const middle = top + STRIP / 2;
  const height = (at: number): number => rounded(top + 4 + (STRIP - 8) * ((at * SPREAD) % 1));
  // The first and the last twice: all of them are then inner corners, which have the marker.
  const dots = all.flatMap((value, at) => (value > high ? [] : [`${x(value)} ${height(at)}`]));
  const corners = [...dots.slice(0, 1), ...dots, ...dots.slice(-1)].join(' ');
  // A run beyond the axis is a triangle at its end.
  const beyond = all.flatMap((value, at) => (value > high ? [`M${RIGHT} ${height(at) - 3}l6 3l-6 3z`] : []));
  const median = (drawn: readonly number[] = []): number => quantile(drawn, 0.5);
  const [low, most] = all.length > 1 ? interval([all], median) : [of.median, of.median];
  const cross = `M${x(low)} ${middle}H${x(most)}M${x(of.median)} ${top + 2}V${top + STRIP - 2}`;
  const figures = new Set(kind === 'ours' ? goals.map((goal) => goal.of) : []);
  figures.delete('median');
  const drawn = [
    text(20, middle + 4, kind, 'faint'),
    `<polyline points="${corners}" marker-mid="url(#${kind})"/>`,
    beyond.length === 0 ? '' : `<path class="run" d="${beyond.join('')}"/>`,
    ...['halo', 'mark'].map((name) => `<path class="${name}" d="${cross}"/>`),
    ...[...figures].map((name) => {
      const diamond = `M${x(of[name])} ${middle - 6}l5 6l-5 6l-5-6z`;
      return `<path class="mark" d="${diamond}"><title>${name}</title></path>`;
    }),
  ];
  return `<g class="${kind}">${drawn.join('')}</g>${text(RIGHT + 10, middle + 4, `${figure(of.median)} ${unit}`)}`;
}

function axis({ low, high, x }: Scale, unit: string, top: number): readonly string[] {
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const labels = Array.from({ length: Math.floor(high / step) - first + 1 }, (_none, at) => {
    const [tick, place] = [(first + at) * step, x((first + at) * step)];
    return `<path class="grid" d="M${place} ${top}v5"/>${text(place, top + 17, tick.toFixed(digits), 'faint', 'middle')}`;
  });
  const line = `<path class="grid" d="M${LEFT} ${top}H${RIGHT}"/>`;
  return [line, ...labels, text(RIGHT + 10, top + 17, unit, 'faint')];
}

const rounded = (value: number): number => Math.round(10 * value) / 10;
const figure = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 1);
const signed = (value: number): string => `${value < 0 ? '' : '+'}${figure(value)}`;

const text = (x: number, y: number, content: string, kind = '', anchor = 'start'): string =>
  `<text x="${x}" y="${y}" class="${kind}" text-anchor="${anchor}">${escaped(content)}</text>`;

const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
