import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, textOf } from '../../../scripts/lib/repository-files.ts';

/** The title of a test, from its first argument; each inserted value becomes three dots. */
function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isTemplateExpression(argument)) return null;
  return (
    argument.head.text + argument.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  );
}

/**
 * `test`, `it` or `describe`, also with `.each(…)`, `.skipIf(…)` behind it; never one that does not
 * run.
 */
export function isTest(callee: ts.Expression): boolean {
  const name = callee.getText().replace(/\s/g, '');
  return /^(?:test|it|describe)\b/.test(name) && !/\.(?:skip|todo|fixme)\b(?!If)/.test(name);
}

/** The titles of the tests in a file; none without it. */
export function titlesIn(file: string): readonly string[] {
  if (!existsSync(join(ROOT, file))) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = titleOf(node.arguments[0]);
      if (title !== null) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true, kind));
  return titles;
}
