/**
 * The conformance report of a release: the judgements of `report.json` on each clause in `clauses.json`, in the terms of
 * the Voluntary Product Accessibility Template. tests/contract/accessibility.test.ts checks that each clause is judged
 * once and that each named test exists.
 */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../lib/paths.mjs';
import { table } from '../tables.ts';

/** A criterion of WCAG. */
type Criterion = { number: string; name: string; level: 'A' | 'AA' | 'AAA' };
/** A clause of EN 301 549. `wcag`: the criterion that asks the same. */
type Clause = { number: string; name: string; wcag?: string };
/** `source`: the address of its text. */
type Standard = { title: string; source: string };
type Standards = {
  wcag: Standard & { criteria: readonly Criterion[] };
  en301549: Standard & { clauses: readonly Clause[] };
};
type Judgement = {
  clauses: readonly string[];
  level: 'supports' | 'partially supports' | 'does not support' | 'not applicable' | 'not evaluated';
  /** Markdown; empty without a remark. */
  remark: string;
  /** Names of `Report.tests`. */
  tests?: readonly string[];
  /** The day of the manual inspection. */
  looked?: string;
};
type Report = {
  /** A test by its name: its file, and its title with … for inserted values. */
  tests: Readonly<Record<string, { file: string; title: string }>>;
  wcag22: readonly Judgement[];
  en301549: readonly Judgement[];
};
/** A result that a person reaches by keys alone. */
type KeyRow = { id: string; outcome: string; keys: readonly string[] };

const read = (name: string): unknown =>
  JSON.parse(readFileSync(inRoot('scripts', 'docs', 'accessibility', name), 'utf8'));

/** The keys for each result; tests/e2e/key-count.spec.ts presses them. */
export const keyRows = () => read('keyboard.json') as readonly KeyRow[];

/** The same as a table. */
export function keyTable() {
  return table(
    ['Outcome', 'Keys', 'Which'],
    keyRows().map(({ outcome, keys }) => [outcome, String(keys.length), keys.join(', ')]),
  );
}

/** The clauses of both standards. */
export const standards = () => read('clauses.json') as Standards;

/** Our judgements and their tests. */
export const report = () => read('report.json') as Report;

/** The judgement of a clause. */
function judgementOf(judgements: readonly Judgement[], number: string): Judgement {
  const found = judgements.find(({ clauses }) => clauses.includes(number));
  if (found === undefined) throw new Error(`report.json lacks ${number}`);
  return found;
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The evidence: the numbers of tests in the list at the end, and the day of a manual inspection. */
function shownBy({ tests = [], looked }: Judgement, names: readonly string[]) {
  const numbers = tests.map((name) => names.indexOf(name) + 1).sort((one, other) => one - other);
  return [...numbers.map(String), ...(looked === undefined ? [] : [`looking, on ${looked}`])].join(', ');
}

/** The report as Markdown, readable without the repository. */
export function conformanceReport() {
  const { wcag, en301549 } = standards();
  const said = report();
  const names = Object.keys(said.tests);
  const head = ['Clause', 'Level of conformance', 'Remark', 'Shown by'];
  const rowOf = ({ number, name }: { number: string; name: string }, judgement: Judgement) => [
    `${number} ${name}`,
    sentence(judgement.level),
    judgement.remark,
    shownBy(judgement, names),
  ];

  const wcagTable = (level: Criterion['level']) =>
    table(
      head,
      wcag.criteria
        .filter((criterion) => criterion.level === level)
        .map((criterion) => rowOf(criterion, judgementOf(said.wcag22, criterion.number))),
    );
  const chapter = (first: string) =>
    table(
      head,
      en301549.clauses
        .filter(({ number }) => number.startsWith(`${first}.`))
        .map((clause) => {
          if (clause.wcag === undefined) return rowOf(clause, judgementOf(said.en301549, clause.number));
          const same = judgementOf(said.wcag22, clause.wcag);
          return [`${clause.number} ${clause.name}`, sentence(same.level), `As WCAG ${clause.wcag}.`, ''];
        }),
    );
  const tests = Object.values(said.tests).map(
    ({ file, title }, index) => `${String(index + 1)}. \`${file}\`: ${title.replaceAll('_', '\\_')}`,
  );

  return `# Accessibility conformance report

Made with the release, from \`scripts/docs/accessibility/report.json\`. A test fails for a missing clause, and for a named test that does not exist.

**What was judged:** the window of Gatehouse, its own screens, on Linux. Its page is software that is no web page: it is judged by chapter 11, and by WCAG as WCAG2ICT applies it. Nobody outside of the project has judged it.

**What was not:** Windows, macOS, screen readers other than Orca, and Orca in other languages than English and German; people with disabilities have not tried it. A page of the service, shown in the window or in the browser, is the service’s, and so is its conformance; that the keyboard gets into it and out again is ours, and tested. On the terminal \`--plain\` writes line after line, and leaves the rest to the terminal.

**Levels**, as the Voluntary Product Accessibility Template has them: _supports_; _partially supports_: some of it does not meet the clause; _does not support_; _not applicable_; _not evaluated_. A number under “Shown by” is a test of the [list below](#tests); “looking” is somebody who looked at every screen.

## WCAG 2.2, level A

From ${link(wcag)}.

${wcagTable('A')}

## WCAG 2.2, level AA

${wcagTable('AA')}

## WCAG 2.2, level AAA

Goals are 2.2.6, 2.3.3, 2.5.5 and 3.3.9. The others were not looked at, but where there is nothing for them to apply to.

${wcagTable('AAA')}

## EN 301 549

From ${link(en301549)}. The chapters for software that is no web page and has no hardware, voice, video or documents of its own: 5, 11 and 12. Clauses with a part for open and one for closed functionality are one row: Gatehouse is open.

### Chapter 5, generic requirements

${chapter('5')}

### Chapter 11, software

${chapter('11')}

### Chapter 12, documentation and support services

${chapter('12')}

## Tests

A title with … is several tests: one for each of what stands there.

${tests.join('\n')}
`;
}

const link = ({ title, source }: Standard) => `[${title}](${source})`;
