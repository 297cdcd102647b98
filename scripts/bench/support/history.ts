/** A line of JSON for each release and machine: the medians and ratios of a run. */
import type { Report } from './report.ts';

/** @throws {Error} for a run that shows no release: on a busy machine, or with uncommitted changes */
export function withRun(history: string, { at, release, machine, busy, rows }: Report): string {
  if (busy !== null) throw new Error(`not kept, because the machine was busy: ${busy}`);
  if (release.endsWith('-dirty')) throw new Error('not kept, because the checkout had uncommitted changes');
  const { cores, processor, system, electron } = machine;
  const entry = {
    date: at.slice(0, 10),
    release,
    // Without the kernel's release: a machine stays the same after an update.
    machine: `${cores} × ${processor}, ${system.split(' ')[0] ?? ''}`,
    electron,
    rows: Object.fromEntries(
      rows.map(({ name, unit, measured, ratio }) => [
        name,
        { median: rounded(measured.median), unit, ...(ratio === null ? {} : { ratio: rounded(ratio) }) },
      ]),
    ),
  };
  const others = history
    .split('\n')
    .filter(Boolean)
    .filter((line) => {
      const old = JSON.parse(line) as Pick<typeof entry, 'release' | 'machine'>;
      return old.release !== entry.release || old.machine !== entry.machine;
    });
  return `${[...others, JSON.stringify(entry)].join('\n')}\n`;
}

const rounded = (value: number): number => Number(value.toFixed(2));
