/**
 * The conformance report of a release: the judgements of `report.json` on each clause in `clauses.json`, in the terms of
 * the Voluntary Product Accessibility Template. tests/contract/accessibility.test.ts checks that each clause is judged
 * once and that each named test exists.
 */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../lib/paths.mjs';
import { fillTemplate } from '../../lib/template.mjs';
import { table } from '../../lib/markdown.ts';

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

  return fillTemplate('scripts/docs/accessibility/report.md.in', {
    WCAG: link(wcag),
    A: wcagTable('A'),
    AA: wcagTable('AA'),
    AAA: wcagTable('AAA'),
    EN: link(en301549),
    REQUIREMENTS: chapter('5'),
    SOFTWARE: chapter('11'),
    DOCUMENTATION: chapter('12'),
    TESTS: tests.join('\n'),
  });
}

const link = ({ title, source }: Standard) => `[${title}](${source})`;
