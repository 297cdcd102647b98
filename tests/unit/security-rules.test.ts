import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import list from '../../scripts/docs/security-rules.json' with { type: 'json' };
import { rulesInCode, rulesInTests } from '../../scripts/docs/rules-in-files.ts';
import { ROOT, textOf } from '../../scripts/lib/repository-files.ts';

const RULES = Object.keys(list.rules);
const IN_CODE = rulesInCode();
const IN_TESTS = rulesInTests();

describe('the list of rules', () => {
  it.each(RULES)('names %s above the line that implements it', (rule) => {
    expect(IN_CODE.get(rule) ?? []).not.toEqual([]);
  });

  it.each(RULES)('tests %s under its number in a title', (rule) => {
    expect(IN_TESTS.get(rule) ?? []).not.toEqual([]);
  });

  it('says each rule in sentences', () => {
    const sentences = Object.values(list.rules);
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  });
});

describe('a number of the list of rules', () => {
  const unused = Object.keys(list.unused).flatMap(numbersOf);
  const given = [...RULES.map(numberOf), ...unused].sort((one, other) => one - other);

  it('accounts for each number up to the last as a rule or as one that is not in use', () => {
    expect(given).toEqual(Array.from({ length: numberOf(list.last) }, (_, index) => index + 1));
  });

  it.each(Object.entries(list.unused))('takes %s out of use by a decision: %s', (numbers, page) => {
    const file = join('docs', 'decisions', page);
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(textOf(file)).toMatch(new RegExp(`\\b${numbers}\\b`));
  });
});

describe('docs/security.md', () => {
  it('names every rule, and no other, beside what it is for in docs/security.md', () => {
    const prose = textOf('docs/security.md').replace(/<!-- generated: [^]*?<!-- end -->/g, '');
    const named = new Set([...prose.matchAll(/(?<=\[)SEC-\d+(?=\])/g)].map(([rule]) => rule));
    expect([...named].sort()).toEqual([...RULES].sort());
  });
});

describe('what names a rule', () => {
  it('lists each rule that the code names', () => {
    expect([...IN_CODE].filter(([rule]) => !RULES.includes(rule))).toEqual([]);
  });

  it('lists each rule that a test names', () => {
    expect([...IN_TESTS].filter(([rule]) => !RULES.includes(rule))).toEqual([]);
  });

  it('says why whenever the code names a rule', () => {
    const bare = [...new Set([...IN_CODE.values()].flat())].flatMap((path) =>
      [...textOf(path).matchAll(/SECURITY:\s*SEC-\d+(.*)$/gm)]
        .filter(([, why = '']) => why.replace(/\W/g, '').length < 10)
        .map(([line]) => `${path}: ${line}`),
    );
    expect(bare).toEqual([]);
  });
});

function numberOf(rule: string): number {
  return Number(/^SEC-(\d+)$/.exec(rule)?.[1]);
}

/** The numbers of one rule, or of two with “to” between them and all that lie between. */
function numbersOf(words: string): number[] {
  const [first = Number.NaN, last = first] = words.split(' to ').map(numberOf);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
