/**
 * The conformance report of a release: the judgements of `report.json` on each clause in
 * `clauses.json`, in the terms of the Voluntary Product Accessibility Template.
 * tests/contract/accessibility.test.ts checks that each clause is judged once and that each named
 * test exists.
 */
import { table } from '../../lib/markdown.ts';
import { fillTemplate } from '../../lib/template.ts';
import standards from './clauses.json' with { type: 'json' };
import keyRows from './keyboard.json' with { type: 'json' };
import report from './report.json' with { type: 'json' };

/**
 * `remark`: Markdown, may be empty; `tests`: names in the report; `looked`: the day of the manual
 * inspection.
 */
type Judgement = (typeof report)['wcag22' | 'en301549'][number];

/** The keys alone for each result, which tests/e2e/key-count.spec.ts presses. */
export const keyTable = () =>
  table(
    ['Outcome', 'Keys', 'Which'],
    keyRows.map(({ outcome, keys }) => [outcome, String(keys.length), keys.join(', ')]),
  );

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
  return [...numbers.map(String), ...(looked === undefined ? [] : [`looking, on ${looked}`])].join(
    ', ',
  );
}

/** The report as Markdown, readable without the repository. */
export function conformanceReport() {
  const { wcag, en301549 } = standards;
  const names = Object.keys(report.tests);
  const tableOf = (rows: readonly string[][]) =>
    table(['Clause', 'Level of conformance', 'Remark', 'Shown by'], rows);
  const rowOf = ({ number, name }: { number: string; name: string }, judgement: Judgement) => [
    `${number} ${name}`,
    sentence(judgement.level),
    judgement.remark,
    shownBy(judgement, names),
  ];
  const wcagTable = (wanted: string) => {
    const criteria = wcag.criteria.filter(({ level }) => level === wanted);
    return tableOf(
      criteria.map((criterion) => rowOf(criterion, judgementOf(report.wcag22, criterion.number))),
    );
  };
  const chapter = (first: string) => {
    const clauses = en301549.clauses.filter(({ number }) => number.startsWith(`${first}.`));
    return tableOf(
      clauses.map((clause) => {
        // The criterion that asks the same.
        const { number, name, wcag: same } = clause;
        if (same === undefined) return rowOf(clause, judgementOf(report.en301549, number));
        return [
          `${number} ${name}`,
          sentence(judgementOf(report.wcag22, same).level),
          `As WCAG ${same}.`,
          '',
        ];
      }),
    );
  };
  const tests = Object.values(report.tests).map(
    ({ file, title }, index) =>
      `${String(index + 1)}. \`${file}\`: ${title.replaceAll('_', '\\_')}`,
  );
  const link = ({ title, source }: typeof wcag | typeof en301549) => `[${title}](${source})`;

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
