import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, ROOT, textOf } from '../support/source-files.ts';

const DOCUMENT = 'docs/security.md';
const FILES = repositoryFiles();
const CODE = FILES.filter(
  (path) =>
    /^(electron|renderer|shared|scripts|packaging|lab)\/.*\.(tsx?|mjs|sh|html)$|^launcher\//.test(path) ||
    path === 'electron-builder.yml',
);
const TESTS = FILES.filter((path) => /^(?:tests|emulator)\/.*\.(test|spec)\.tsx?$/.test(path));

/** The files that name each rule. The first group of the pattern holds the rules. */
function namedBy(files: readonly string[], pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const path of files) {
    for (const [, words = ''] of textOf(path).matchAll(pattern)) {
      for (const [rule] of words.matchAll(/SEC-\d+/g)) {
        const paths = named.get(rule) ?? [];
        named.set(rule, paths.includes(path) ? paths : [...paths, path]);
      }
    }
  }
  return named;
}

/** The rules of the document's table: the first column of each row, whatever stands around it. */
function documented(): ReadonlyMap<string, string> {
  const text = existsSync(join(ROOT, DOCUMENT)) ? textOf(DOCUMENT) : '';
  const rows = [...text.matchAll(/^\|[\s*`_]*(SEC-\d+)[\s*`_]*\|(.*)$/gm)];
  return new Map(rows.map(([, rule = '', row = '']) => [rule, row]));
}

const RULES = documented();
// `// SECURITY: SEC-n why`, in the comment's form of each language.
const IN_CODE = namedBy(CODE, /(?:\/\/|#|\*|<!--)\s*SECURITY:\s*(SEC-\d+(?:\s*(?:,|and)\s*SEC-\d+)*)/g);
// In a text, which is to say in a title: of a test or of a group of them.
const IN_TESTS = namedBy(TESTS, /["'`]([^"'`\n]*\bSEC-\d+[^"'`\n]*)["'`]/g);

describe('the rules of docs/security.md', () => {
  it('stand in a table', () => {
    expect(RULES.size).toBeGreaterThan(10);
  });

  it.each([...RULES.keys()])('%s stands above the line that implements it', (rule) => {
    expect(IN_CODE.get(rule) ?? []).not.toEqual([]);
  });

  it.each([...RULES.keys()])('%s has a test with its number in the title', (rule) => {
    expect(IN_TESTS.get(rule) ?? []).not.toEqual([]);
  });

  it.each([...RULES])('%s names the files where it stands, and no other', (rule, row) => {
    const named = [
      ...row.matchAll(
        /(?<![\w/])(?:(?:electron|renderer|shared|scripts|launcher)\/[\w./-]+\.\w+|electron-builder\.yml)/g,
      ),
    ];
    expect([...new Set(named.map(([path]) => path))].sort()).toEqual([...(IN_CODE.get(rule) ?? [])].sort());
  });
});

describe('what stands against whom', () => {
  const [, threats = ''] = /## Attackers([^]*?)\n## /.exec(textOf(DOCUMENT)) ?? [];

  it('is every rule, and no other', () => {
    const named = new Set([...threats.matchAll(/\bSEC-\d+/g)].map(([rule]) => rule));
    expect([...named].sort()).toEqual([...RULES.keys()].sort());
  });

  it.each([...RULES])(
    '%s: its last column names the tests on the packaged program, and no other',
    (rule, row) => {
      const shown = (IN_TESTS.get(rule) ?? []).filter((path) => path.startsWith('tests/packaged/'));
      const cell = row.split('|').at(-2) ?? '';
      expect([...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort()).toEqual([...shown].sort());
    },
  );

  it.each([...RULES])('%s is proven by tests that are there', (_rule, row) => {
    const named = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(named).not.toEqual([]);
  });
});

describe('what names a rule', () => {
  it('in the code is documented', () => {
    expect([...IN_CODE].filter(([rule]) => !RULES.has(rule))).toEqual([]);
  });

  it('in a test is documented', () => {
    expect([...IN_TESTS].filter(([rule]) => !RULES.has(rule))).toEqual([]);
  });

  it('in the code says why', () => {
    const bare = CODE.flatMap((path) =>
      [...textOf(path).matchAll(/SECURITY:\s*SEC-\d+(.*)$/gm)]
        .filter(([, why = '']) => why.replace(/\W/g, '').length < 10)
        .map(([line]) => `${path}: ${line}`),
    );
    expect(bare).toEqual([]);
  });
});
