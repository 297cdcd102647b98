/** Reads a row's description from its docstring, so that the program does not contain texts for documents only. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../lib/paths.mjs';

/**
 * The docstring of every row of a table, which is the object that an exported constant of a module is. A row in a
 * section of its own has the name `section.row`.
 */
function docstringsOf(module: string, constant: string): ReadonlyMap<string, string> {
  const text = readFileSync(inRoot(module), 'utf8');
  const source = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true);
  const found: Map<string, string> = new Map();
  const take = (rows: ts.ObjectLiteralExpression | null, above: string) => {
    for (const row of rows?.properties ?? []) {
      if (!ts.isPropertyAssignment(row)) continue;
      const name = `${above}${(row.name as ts.Identifier | ts.StringLiteral).text}`;
      const [docstring] = ts.getJSDocCommentsAndTags(row);
      const words = docstring && ts.getTextOfJSDocComment(docstring.comment);
      if (words) found.set(name, words.replace(/\s+/g, ' '));
      take(objectIn(row.initializer), `${name}.`);
    }
  };
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const table = statement.declarationList.declarations.find(({ name }) => name.getText() === constant);
    if (table?.initializer) take(objectIn(table.initializer), '');
  }
  return found;
}

/** As `docstringsOf`, for one row at a time; throws if a row has no docstring, so that every row is documented. */
export function wordsOf(module: string, constant: string): (row: string) => string {
  const found = docstringsOf(module, constant);
  return (row: string) => {
    const words = found.get(row);
    if (words === undefined) throw new Error(`${module}: ${constant} does not describe ${row}`);
    return words;
  };
}

/** The object that an expression is, or that the calls around it are given. */
function objectIn(expression: ts.Expression): ts.ObjectLiteralExpression | null {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) {
    return objectIn(expression.expression);
  }
  if (!ts.isCallExpression(expression)) return null;
  for (const argument of expression.arguments) {
    const object = objectIn(argument);
    if (object) return object;
  }
  return null;
}
