// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT, repositoryFiles } from '../../../scripts/lib/repository-files.ts';

/** Attributes of an element that people read or hear. */
const READ = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'title',
]);
const components = repositoryFiles().filter(
  (path) => path.startsWith('renderer/') && path.endsWith('.tsx'),
);

/** The words that a component writes by itself. */
function wordsIn(path: string, text = readFileSync(join(ROOT, path), 'utf8')): readonly string[] {
  const found: string[] = [];
  const hasLetters = (written: string): boolean => /\p{L}/u.test(written);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasLetters(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && READ.has(node.name.getText())) {
      const value = node.initializer;
      if (value !== undefined && ts.isStringLiteral(value) && hasLetters(value.text))
        found.push(value.text);
    }
    if (
      ts.isJsxExpression(node) &&
      !ts.isJsxAttribute(node.parent) &&
      node.expression !== undefined
    ) {
      if (ts.isStringLiteralLike(node.expression) && hasLetters(node.expression.text))
        found.push(node.expression.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

it.each(components)('finds no words in %s, because those are messages', (path) => {
  expect(wordsIn(path)).toEqual([]);
});

it('finds words wherever a component may have them', () => {
  const text = `const A = () => <p title="one" lang="en">two <b>{'three'}</b>{1}<img alt={'x'} aria-label="four" /></p>;`;
  expect(wordsIn('a.tsx', text)).toEqual(['one', 'two', 'three', 'four']);
});

it('keeps only message placeholders and the program’s name in index.html', () => {
  const page = readFileSync(join(ROOT, 'renderer/index.html'), 'utf8');
  const found = new DOMParser().parseFromString(page, 'text/html');
  const texts: string[] = [];
  const walker = found.createTreeWalker(found.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
  expect(texts.filter((text) => text !== '' && !/^%[\w.-]+%$/.test(text))).toEqual([
    '%username.heading% – Gatehouse',
    'Gatehouse',
  ]);
});
