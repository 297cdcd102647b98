import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { repositoryFiles, textOf } from '../../../scripts/lib/repository-files.ts';

/** One import of a module: the specifier, and the file it leads to if it is relative. */
export type Import = Readonly<{ from: string; written: string; path: string | null }>;

/** The code of the program: all modules of the build, without its tests and its scripts. */
export function productModules(): readonly string[] {
  return repositoryFiles().filter((path) => /^(electron|renderer|shared)\/.*\.tsx?$/.test(path));
}

/** Every import of a module: static, dynamic, of types, and re-exports. */
export function importsOf(module: string): readonly Import[] {
  const { importedFiles } = ts.preProcessFile(textOf(module), true, true);
  return importedFiles.map(({ fileName: written }) => ({
    from: module,
    written,
    path: written.startsWith('.') ? normalize(join(dirname(module), written)) : null,
  }));
}

/** A module and all that it imports, directly and indirectly: at once, late, and types. */
export function reachedFrom(module: string): ReadonlySet<string> {
  const found = new Set([module]);
  for (const reached of found) {
    const isOurs = /^(electron|shared)\/.+\.ts$/.test(reached);
    for (const { written, path } of isOurs ? importsOf(reached) : []) found.add(path ?? written);
  }
  return found;
}

/**
 * The modules that run before a module does: all its imports, direct and indirect, except for types
 * and late imports.
 */
export function loadedWith(module: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(module)) return found;
  found.add(module);
  for (const statement of ts.createSourceFile(module, textOf(module), ts.ScriptTarget.Latest)
    .statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    if (
      ts.isImportDeclaration(statement) &&
      statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    )
      continue;
    if (statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const { text } = statement.moduleSpecifier;
    if (text.startsWith('.')) loadedWith(normalize(join(dirname(module), text)), found);
    else found.add(text);
  }
  return found;
}

/** Every node of a module's syntax tree. */
export function* nodesOf(module: string, text = textOf(module)): Generator<ts.Node> {
  const kind = module.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const top = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true, kind);
  const waiting: ts.Node[] = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    ts.forEachChild(node, (child) => {
      waiting.push(child);
    });
  }
}

/** Each cycle of a graph once, as the way around it. */
export function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const found = new Map<string, string>();
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): void => {
    const at = way.indexOf(node);
    if (at !== -1) {
      const around = way.slice(at);
      found.set([...around].sort().join(), [...around, node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return [...found.values()];
}
