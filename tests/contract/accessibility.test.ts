/** The conformance report: each clause once, and each named test exists. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import standards from '../../scripts/docs/accessibility/clauses.json' with { type: 'json' };
import keyRows from '../../scripts/docs/accessibility/keyboard.json' with { type: 'json' };
import report from '../../scripts/docs/accessibility/report.json' with { type: 'json' };
import { isTest, titlesIn } from '../support/sources/test-titles.ts';

const root = resolve(import.meta.dirname, '..', '..');
const { wcag, en301549 } = standards;
const { tests, wcag22, en301549: en } = report;
const judgements = [...wcag22, ...en];

const sorted = (numbers: readonly string[]): readonly string[] =>
  [...numbers].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

describe('the clauses', () => {
  it('lists each clause of the standards once, with its level', () => {
    const count = (level: string): number =>
      wcag.criteria.filter((one) => one.level === level).length;
    // WCAG 2.2 without 4.1.1, which it removed.
    expect([count('A'), count('AA'), count('AAA')]).toEqual([31, 24, 31]);
    const numbers = [...wcag.criteria, ...en301549.clauses].map(({ number }) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    // The clauses for software are WCAG 2.1 A and AA, without the six for web pages only.
    const ofSoftware = en301549.clauses.flatMap(({ wcag: criterion }) => criterion ?? []);
    expect(ofSoftware).toHaveLength(43);
    const levels = ofSoftware.map(
      (number) => wcag.criteria.find((one) => one.number === number)?.level,
    );
    expect(new Set(levels)).toEqual(new Set(['A', 'AA']));
  });

  it('judges each clause of the standards once', () => {
    expect(sorted(wcag22.flatMap(({ clauses }) => clauses))).toEqual(
      sorted(wcag.criteria.map(({ number }) => number)),
    );
    const own = en301549.clauses.filter(({ wcag: criterion }) => criterion === undefined);
    expect(sorted(en.flatMap(({ clauses }) => clauses))).toEqual(
      sorted(own.map(({ number }) => number)),
    );
  });

  it.each(judgements.map((judgement) => [judgement.clauses.join(' '), judgement] as const))(
    'gives a reason and evidence for the level of %s',
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
  it('names each test of the report at a clause', () => {
    const named = new Set(judgements.flatMap(({ tests: shown = [] }) => shown));
    expect(Object.keys(tests).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(Object.entries(tests))(
    'finds the test of the report that it calls %s',
    (_name, { file, title }) => {
      expect(titlesIn(file)).toContain(title);
    },
  );

  it('takes test, it and describe for tests, but not test.skip, it.todo and expect', () => {
    const called = (code: string): boolean => {
      const [statement] = ts.createSourceFile(
        'a.ts',
        code,
        ts.ScriptTarget.Latest,
        true,
      ).statements;
      if (statement === undefined || !ts.isExpressionStatement(statement)) return false;
      return ts.isCallExpression(statement.expression) && isTest(statement.expression.expression);
    };
    expect(["test('a')", "it.each([1])('a')", "describe.skipIf(true)('a')"].map(called)).toEqual(
      Array(3).fill(true),
    );
    expect(["test.skip('a')", "it.todo('a')", "expect('a')"].map(called)).toEqual(
      Array(3).fill(false),
    );
  });
});

describe('the keys of docs/accessibility.md', () => {
  const text = readFileSync(join(root, 'tests', 'e2e', 'key-count.spec.ts'), 'utf8');

  it('presses the keys of each row of docs/accessibility.md in a test', () => {
    const methods = /of \[([^\]]+)\] as const\)\n\s*test\(/.exec(text)?.[1] ?? '';
    const named = [...methods.matchAll(/'(\w+)'/g), ...text.matchAll(/cameTo\('([\w-]+)'\)/g)];
    const pressed = named.map(([, id = '']) => id);
    expect(pressed.length).toBeGreaterThan(20);
    expect(keyRows.map(({ id }) => id).sort()).toEqual([...new Set(pressed)].sort());
  });

  it('uses no mouse in the test that counts the keys', () => {
    expect(text).not.toMatch(/\.(?:click|dblclick|tap|hover|check|mouse|fill)\b/);
  });
});
