/** What only the documents say of a row stands as its docstring, so that the program does not carry it. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../lib/paths.mjs';

/**
 * The docstring of every row of a table, which is the object that an exported constant of a module is.
 *
 * @returns {(row: string) => string} throws where a row has none: nothing stays undocumented
 */
export function docstringsOf(/** @type {string} */ module, /** @type {string} */ constant) {
  const source = ts.createSourceFile(
    module,
    readFileSync(inRoot(module), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (name.getText() !== constant || initializer === undefined) continue;
      for (const row of objectOf(initializer).properties) {
        const [docstring] = ts.getJSDocCommentsAndTags(row);
        const text = docstring && ts.getTextOfJSDocComment(docstring.comment);
        if (row.name && ts.isPropertyName(row.name) && text) {
          found.set(/** @type {ts.Identifier} */ (row.name).text, text.replace(/\s+/g, ' '));
        }
      }
    }
  }
  return (/** @type {string} */ row) => {
    const text = found.get(row);
    if (text === undefined) throw new Error(`${module}: ${constant} says nothing of ${row}`);
    return text;
  };
}

/** @returns {ts.ObjectLiteralExpression} */
function objectOf(/** @type {ts.Expression} */ expression) {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) {
    return objectOf(expression.expression);
  }
  throw new Error('a table is an object');
}
