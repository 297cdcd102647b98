import type { Violation } from './checker.ts';
import type { Entry, History } from './history.ts';

/** A history as text: one line for each entry, violations below the entry where they were found. */
export function printHistory(history: History, violations: readonly Violation[] = []): string {
  return history.entries
    .flatMap((entry, index) => [
      `${String(Math.round(entry.atMs)).padStart(9)} ms  ${lineOf(entry)}`,
      ...violations
        .filter(({ at }) => at === index)
        .map(({ invariant, text }) => `       >>> ${invariant}: ${text}`),
    ])
    .join('\n');
}

function lineOf(entry: Entry): string {
  const what = entry.what.padEnd(11);
  if (entry.what === 'view')
    return `${what}${entry.view.screen} ${JSON.stringify(entry.view, shortened)}`;
  return `${what}${JSON.stringify(entry.what === 'act' ? entry.intent : entry, shortened)}`;
}

/** Fields that are the same in nearly every line. */
const NOISE = new Set([
  'what',
  'screen',
  'atMs',
  'requester',
  'choices',
  'totalMs',
  'hostName',
  'remembered',
  'serviceText',
  'hasOtherMethods',
]);

function shortened(key: string, value: unknown): unknown {
  return NOISE.has(key) || value === null || value === false ? undefined : value;
}
