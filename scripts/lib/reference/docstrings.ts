/**
 * Reads a row's description from its docstring, so that the program does not contain texts for
 * documents only, and an editor shows it wherever the row is used: of a configuration key at
 * `config.login.autoStart`, too.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot } from '../paths.ts';

/**
 * The docstring of each row of a table, which an exported constant of a module is; throws if a row
 * has no docstring, so that every row is documented. A row in a section of its own has the name
 * `section.row`.
 */
export function wordsOf(module: string, constant: string): (row: string) => string {
  const text = readFileSync(inRoot(module), 'utf8');
  const source = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  // Calls around an object, such as `section({ … })`, are passed through.
  const take = (node: ts.Node, above: string): void => {
    let within = above;
    if (ts.isPropertyAssignment(node)) {
      const name = `${above}${(node.name as ts.Identifier | ts.StringLiteral).text}`;
      const [docstring] = ts.getJSDocCommentsAndTags(node);
      const words = docstring && ts.getTextOfJSDocComment(docstring.comment);
      if (words) found.set(name, words.replace(/\s+/g, ' '));
      within = `${name}.`;
    }
    ts.forEachChild(node, (child) => take(child, within));
  };
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  for (const declaration of declarations)
    if (declaration.name.getText() === constant) take(declaration, '');
  return (row: string) => {
    const words = found.get(row);
    if (words === undefined) throw new Error(`${module}: ${constant} does not describe ${row}`);
    return words;
  };
}
