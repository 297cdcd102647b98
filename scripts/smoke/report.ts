/** The table of a run, which is sent to us, and its verdict. Pure. */
import { table } from '../lib/markdown.ts';

/** A step as it went. `says`: its finding, or the reason of its failure. */
export type Result = Readonly<{ step: string; passed: boolean; ms: number; says: string }>;
/** Versions and places of the run, by name, in the order of the table. */
export type Facts = Readonly<Record<string, string>>;

/** The open questions about Electron 45 (docs/known-issues.md), and the steps that answer them. */
const QUESTIONS: readonly Readonly<{
  name: string;
  steps: readonly string[];
  says?: (facts: Facts) => string | undefined;
}>[] = [
  { name: 'U1 the view of the hosted page', steps: ['hosted page'] },
  {
    name: 'U2 GTK 3 in GNOME',
    steps: ['window', 'push'],
    says: ({ GTK = 'unknown', Desktop = '' }) => {
      if (!Desktop.includes('GNOME')) return 'not asked: not in GNOME';
      return GTK === '3' ? 'works' : `GTK ${GTK} instead`;
    },
  },
  { name: 'U3 Playwright', steps: ['window', 'push', 'gate: window'] },
  { name: 'U4 net.WebSocket, without a proxy', steps: ['push', 'doctor'] },
  {
    name: 'U5 packages',
    steps: ['package: made', 'package: starts', 'package: gate', 'package: window'],
  },
  { name: 'U6 a screen reader', steps: [] },
  { name: 'U7 networks', steps: [] },
  { name: 'U8 the keychain of macOS', steps: [] },
  {
    name: 'U9 standard error',
    steps: ['start', 'gate: approved'],
    says: (facts) => facts['Standard error'],
  },
  {
    name: 'U10 later changes',
    steps: ['start', 'window', 'push', 'hosted page', 'keys', 'doctor'],
  },
];

const MOST = 160;

/** Rows with each text on one line that is not too long for a cell. */
const short = (rows: readonly (readonly string[])[]) =>
  rows.map((row) =>
    row.map((text) => {
      const line = text.replace(/\s+/g, ' ').trim();
      return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
    }),
  );

/**
 * All tables of a run, as Markdown.
 *
 * @param isWanted whether it ran on the Electron of package.json; with another the questions stay open
 */
export function tables(facts: Facts, results: readonly Result[], isWanted: boolean): string {
  const answerTo = ({ steps, says = () => 'works' }: (typeof QUESTIONS)[number]): string => {
    const asked = results.filter(({ step }) => steps.includes(step));
    const failed = asked.filter(({ passed }) => !passed).map(({ step }) => step);
    if (failed.length > 0) return `does not work: ${failed.join(', ')}`;
    return asked.length === 0 || asked.length < steps.length ? 'not asked' : (says(facts) ?? '');
  };
  const steps = results.map(({ step, passed, ms, says }) => [
    step,
    passed ? 'passed' : 'FAILED',
    String(ms),
    says,
  ]);
  const answers = isWanted
    ? QUESTIONS.map((question) => [question.name, answerTo(question)])
    : [['U1 to U10', 'not asked: another Electron']];
  return [
    table(['Version', ''], short(Object.entries(facts))),
    table(['Step', 'Result', 'ms', ''], short(steps)),
    table(['Open question', 'This run'], short(answers)),
  ].join('\n\n');
}

/** The last line; and 0 where each step passed. */
export function verdict(results: readonly Result[]): Readonly<{ line: string; code: 0 | 1 }> {
  const passed = results.filter((one) => one.passed).length;
  const failed = results.length - passed;
  return { line: `${passed} passed, ${failed} failed`, code: passed > 0 && failed === 0 ? 0 : 1 };
}
