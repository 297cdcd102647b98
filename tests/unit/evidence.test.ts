/** An error's own name is for people and logs: no line of the program decides by it (docs/decisions/0014). */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, productModules } from '../support/module-graph.ts';
import { textOf } from '../support/source-files.ts';

/** Members that hold such a text, and functions that return it. */
const HOLDERS = ['evidence', 'eventChannelEvidence'];
const GIVERS = ['evidenceOf', 'exceptionEvidence'];

/** The functions that only hand it on: to be shown or stored, or with secrets taken out. */
const HANDED_TO = new Set([
  'blocked',
  'cutAnswer',
  'fault',
  'hide',
  'finding',
  'lost',
  'redactSecrets',
  'seenOnTerminal',
  'redact',
  '#fail',
  'onError',
  'onLost',
  'log',
  'eventChannelLost',
  'note',
  'ofProxy',
  'withResponse',
]);

/** Every place of a module that reads such a text for more than to hand it on. */
function decisionsOf(name: string, text: string): readonly string[] {
  const nodes = [...nodesOf(name, text)];
  const holders = new Set(HOLDERS);
  // A variable that is given one holds one; and so does a variable that is given that.
  for (let before = 0; before !== holders.size;) {
    before = holders.size;
    for (const node of nodes) {
      const use = isReadOf(node, holders) ? useOf(node) : null;
      if (use && ts.isVariableDeclaration(use) && ts.isIdentifier(use.name))
        holders.add(use.name.text);
    }
  }
  return nodes.flatMap((node) => {
    if (!isReadOf(node, holders)) return [];
    const use = useOf(node);
    return isHandingOn(use) ? [] : [`${name}: ${use.getText()}`];
  });
}

function isReadOf(node: ts.Node, holders: ReadonlySet<string>): node is ts.Expression {
  if (ts.isCallExpression(node)) return GIVERS.includes(node.expression.getText());
  if (ts.isPropertyAccessExpression(node)) return HOLDERS.includes(node.name.text);
  if (ts.isStringLiteral(node)) {
    // `'evidence' in …`
    return HOLDERS.includes(node.text) && ts.isBinaryExpression(node.parent);
  }
  if (!ts.isIdentifier(node) || !holders.has(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node;
  // The declaration of a name does not read it.
  return !(
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isNamedTupleMember(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isJsxAttribute(parent)
  );
}

/** The first thing around a text that makes something else of it. */
function useOf(read: ts.Expression): ts.Node {
  let node: ts.Node = read;
  for (;;) {
    const { parent }: ts.Node = node;
    const isBranch = ts.isConditionalExpression(parent) && parent.condition !== node;
    const isKept =
      ts.isBinaryExpression(parent) &&
      [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken].includes(
        parent.operatorToken.kind,
      );
    const isWrapped =
      ts.isParenthesizedExpression(parent) ||
      ts.isTemplateSpan(parent) ||
      ts.isTemplateExpression(parent) ||
      ts.isJsxExpression(parent);
    if (!isBranch && !isKept && !isWrapped) return parent;
    node = parent;
  }
}

function isHandingOn(use: ts.Node): boolean {
  if (ts.isCallExpression(use))
    return HANDED_TO.has(use.expression.getText().replace(/^.*\./s, ''));
  // Whether there is anything to show.
  if (ts.isBinaryExpression(use))
    return use.right.getText() === "''" && use.left.getText() === 'evidence';
  return (
    ts.isPropertyAssignment(use) ||
    ts.isVariableDeclaration(use) ||
    ts.isArrayLiteralExpression(use) ||
    ts.isReturnStatement(use) ||
    ts.isArrowFunction(use) ||
    ts.isJsxAttribute(use)
  );
}

describe('the evidence of an error', () => {
  it.each([
    "if (failure.evidence === 'ERR_X') go();",
    'switch (failure.evidence) {}',
    "const name = failure.evidence; if (name.startsWith('ERR_')) go();",
    'const isOffline = /^ERR_INTERNET/.test(outcome.evidence);',
    'const isOffline = `${outcome.evidence} `.includes("x");',
    'const fault = networkFault(failure.evidence);',
    'const { evidence } = failure; const code = CODES[evidence];',
    'const code = evidenceOf(failure).length;',
    "const isKnown = 'evidence' in outcome;",
    "const why = failure.kind === 'network' ? failure.evidence : ''; return read(why);",
  ])('is seen to be read: %s', (text) => {
    expect(decisionsOf('sample.ts', text)).not.toEqual([]);
  });

  it.each([
    "return { kind: 'failed', evidence: failure.evidence };",
    'const { evidence } = failure; show({ evidence, other: `${evidence} (x)` });',
    'log("request-failed", { evidence: evidenceOf(failure) });',
    "const seen = evidence === '' ? '' : `Seen: ${evidence}`;",
  ])('may be handed on: %s', (text) => {
    expect(decisionsOf('sample.ts', text)).toEqual([]);
  });

  it('decides nothing in the program', () => {
    const modules = productModules();
    expect(modules.filter((path) => textOf(path).includes('evidence')).length).toBeGreaterThan(15);
    expect(modules.flatMap((path) => decisionsOf(path, textOf(path)))).toEqual([]);
  });
});

describe('the names of the network stack’s errors', () => {
  /** The classifiers of the ports, and the error names of certificates that our own check refuses. */
  const PORTS = [
    'electron/network/network-errors.ts',
    'electron/certificates/observed-certificates.ts',
    'electron/electron-api/chromium-http.ts',
    // The error of a hosted page's view for a failure that Chromium does not name.
    'electron/hosted-page/page-in-view.ts',
  ];

  it('stand in the ports alone', () => {
    const named = productModules().filter((path) =>
      /['/`^]ERR_|\bE(CONN|AI_|HOST|NET)[A-Z]*\b\W*['/]/.test(codeOf(path)),
    );
    expect(named.sort()).toEqual([...PORTS].sort());
  });
});

/** A module's text without its comments. */
function codeOf(path: string): string {
  return textOf(path)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}
