/** A line of JSON for each release and machine: the medians and ratios of a run. */
import type { Report } from './report.ts';

/** @throws {Error} for a run that shows no release: on a busy machine, or with uncommitted changes */
export function withRun(history: string, { at, release, machine, busy, rows }: Report): string {
  if (busy !== null) throw new Error(`not kept, because the machine was busy: ${busy}`);
  if (release.endsWith('-dirty'))
    throw new Error('not kept, because the checkout had uncommitted changes');
  const { cores, processor, system, electron } = machine;
  // Without the kernel's release: a machine stays the same after an update.
  const which = { release, machine: `${cores} × ${processor}, ${system.split(' ')[0] ?? ''}` };
  const figures = rows.map(({ name, unit, measured, ratio }) => {
    const compared = ratio === null ? {} : { ratio: rounded(ratio) };
    return [name, { median: rounded(measured.median), unit, ...compared }] as const;
  });
  const entry = { date: at.slice(0, 10), ...which, electron, rows: Object.fromEntries(figures) };
  const others = history.split('\n').filter((line) => {
    const old = JSON.parse(line || '{}') as Partial<typeof which>;
    return line !== '' && (old.release !== which.release || old.machine !== which.machine);
  });
  return `${[...others, JSON.stringify(entry)].join('\n')}\n`;
}

const rounded = (value: number): number => Number(value.toFixed(2));
