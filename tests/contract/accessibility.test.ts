/** The conformance report: each clause once, and each named test exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import standards from '../../scripts/docs/accessibility/clauses.json' with { type: 'json' };
import keyRows from '../../scripts/docs/accessibility/keyboard.json' with { type: 'json' };
import report from '../../scripts/docs/accessibility/report.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '..', '..');
const { wcag, en301549 } = standards;
const { tests, wcag22, en301549: en } = report;
const judgements = [...wcag22, ...en];

/** The title of a test, from its first argument; each inserted value becomes three dots. */
function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isTemplateExpression(argument)) return null;
  return argument.head.text + argument.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** `test`, `it` or `describe`, also with `.each(…)`, `.skipIf(…)` behind it; never one that does not run. */
function isTest(callee: ts.Expression): boolean {
  const name = callee.getText().replace(/\s/g, '');
  return /^(?:test|it|describe)\b/.test(name) && !/\.(?:skip|todo|fixme)\b(?!If)/.test(name);
}

/** The titles of the tests in a file. */
function titlesIn(file: string): readonly string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = titleOf(node.arguments[0]);
      if (title !== null) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));
  return titles;
}

const sorted = (numbers: readonly string[]): readonly string[] =>
  [...numbers].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

describe('the clauses', () => {
  it('are those of the standards', () => {
    const count = (level: string): number => wcag.criteria.filter((one) => one.level === level).length;
    // WCAG 2.2 without 4.1.1, which it removed.
    expect([count('A'), count('AA'), count('AAA')]).toEqual([31, 24, 31]);
    const numbers = [...wcag.criteria, ...en301549.clauses].map(({ number }) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    // The clauses for software are WCAG 2.1 A and AA, without the six for web pages only.
    const ofSoftware = en301549.clauses.flatMap(({ wcag: criterion }) => criterion ?? []);
    expect(ofSoftware).toHaveLength(43);
    const levels = ofSoftware.map((number) => wcag.criteria.find((one) => one.number === number)?.level);
    expect(new Set(levels)).toEqual(new Set(['A', 'AA']));
  });

  it('are each judged once', () => {
    expect(sorted(wcag22.flatMap(({ clauses }) => clauses))).toEqual(
      sorted(wcag.criteria.map(({ number }) => number)),
    );
    const own = en301549.clauses.filter(({ wcag: criterion }) => criterion === undefined);
    expect(sorted(en.flatMap(({ clauses }) => clauses))).toEqual(sorted(own.map(({ number }) => number)));
  });

  it.each(judgements.map((judgement) => [judgement.clauses.join(' '), judgement] as const))(
    '%s gives a reason and evidence for its level',
    (_clauses, { clauses, level, remark, tests: shown = [], looked }) => {
      const levelOf = (number: string): string | undefined =>
        wcag.criteria.find((criterion) => criterion.number === number)?.level;
      if (level === 'not evaluated') {
        expect([...shown, looked].filter((one) => one !== undefined)).toEqual([]);
        // Of WCAG, only AAA criteria may be unevaluated.
        for (const number of clauses) expect([undefined, 'AAA']).toContain(levelOf(number));
        return;
      }
      expect(remark).toMatch(/\.\)?$/);
      if (looked !== undefined) expect(looked).toMatch(/^20\d\d-\d\d-\d\d$/);
      else if (level !== 'not applicable') expect(shown).not.toEqual([]);
      expect(shown.filter((name) => !(name in tests))).toEqual([]);
    },
  );
});

describe('the tests', () => {
  it('are each named by a clause', () => {
    const named = new Set(judgements.flatMap(({ tests: shown = [] }) => shown));
    expect(Object.keys(tests).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(Object.entries(tests))('%s is there', (_name, { file, title }) => {
    expect(titlesIn(file)).toContain(title);
  });

  it('are recognised by the call: test.skip, it.todo and expect are not tests', () => {
    const called = (code: string): boolean => {
      const [statement] = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true).statements;
      if (statement === undefined || !ts.isExpressionStatement(statement)) return false;
      return ts.isCallExpression(statement.expression) && isTest(statement.expression.expression);
    };
    expect(["test('a')", "it.each([1])('a')", "describe.skipIf(true)('a')"].map(called)).toEqual(
      Array(3).fill(true),
    );
    expect(["test.skip('a')", "it.todo('a')", "expect('a')"].map(called)).toEqual(Array(3).fill(false));
  });
});

describe('the keys of docs/accessibility.md', () => {
  const text = readFileSync(join(root, 'tests', 'e2e', 'key-count.spec.ts'), 'utf8');

  it('are pressed by a test, row for row', () => {
    const methods = /of \[([^\]]+)\] as const\)\n\s*test\(`keys: \$\{method\}`/.exec(text)?.[1] ?? '';
    const named = [...methods.matchAll(/'(\w+)'/g), ...text.matchAll(/cameTo\('([\w-]+)'\)/g)];
    const pressed = named.map(([, id = '']) => id);
    expect(pressed.length).toBeGreaterThan(20);
    expect(keyRows.map(({ id }) => id).sort()).toEqual([...new Set(pressed)].sort());
  });

  it('are pressed without a mouse', () => {
    expect(text).not.toMatch(/\.(?:click|dblclick|tap|hover|check|mouse|fill)\b/);
  });
});
