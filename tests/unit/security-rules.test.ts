import { describe, expect, it } from 'vitest';
import { rulesInCode, rulesInTests, rulesOfDocument } from '../support/sources/security-rules.ts';
import { textOf } from '../support/sources/source-files.ts';

const RULES = rulesOfDocument();
const IN_CODE = rulesInCode();
const IN_TESTS = rulesInTests();

describe('the rules of docs/security.md', () => {
  it('reads the rules of docs/security.md from their table', () => {
    expect(RULES.length).toBeGreaterThan(10);
  });

  it.each(RULES)('names %s above the line that implements it', (rule) => {
    expect(IN_CODE.get(rule) ?? []).not.toEqual([]);
  });

  it.each(RULES)('tests %s under its number in a title', (rule) => {
    expect(IN_TESTS.get(rule) ?? []).not.toEqual([]);
  });
});

describe('what stands against whom', () => {
  const [, threats = ''] = /## Attackers([^]*?)\n## /.exec(textOf('docs/security.md')) ?? [];

  it('names every rule, and no other, in what stands against whom', () => {
    const named = new Set([...threats.matchAll(/\bSEC-\d+/g)].map(([rule]) => rule));
    expect([...named].sort()).toEqual([...RULES].sort());
  });
});

describe('what names a rule', () => {
  it('documents each rule that the code names', () => {
    expect([...IN_CODE].filter(([rule]) => !RULES.includes(rule))).toEqual([]);
  });

  it('documents each rule that a test names', () => {
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
