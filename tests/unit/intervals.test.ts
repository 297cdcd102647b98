import ts from 'typescript';
import { expect, it } from 'vitest';
import { LOOK_EVERY_MS } from '../../electron/os/clock.ts';
import { nodesOf, productModules } from '../support/module-graph.ts';
import { repositoryFiles, textOf } from '../support/source-files.ts';

/** The shortest polling interval that our code may use while a login waits for the person. */
const LEAST_MS = 2000;

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  (ts.isIdentifier(node.expression)
    ? node.expression.text === name
    : ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === name);

/** The number behind a name of the module, or a number that is written out. */
function numberOf(module: string, node: ts.Node | undefined): number {
  if (node !== undefined && ts.isNumericLiteral(node)) return Number(node.text);
  const name = node !== undefined && ts.isIdentifier(node) ? node.text : '';
  const [found] = [...nodesOf(module)].filter(
    (one): one is ts.VariableDeclaration =>
      ts.isVariableDeclaration(one) && ts.isIdentifier(one.name) && one.name.text === name,
  );
  return found?.initializer !== undefined && ts.isNumericLiteral(found.initializer)
    ? Number(found.initializer.text.replaceAll('_', ''))
    : Number.NaN;
}

it('what the program looks at again and again, it looks at no oftener than once in two seconds', () => {
  const intervals = productModules().flatMap((module) =>
    [...nodesOf(module)]
      .filter((node) => isCallOf(node, 'setInterval'))
      .map((node) => ({ module, everyMs: numberOf(module, node.arguments[1]) })),
  );
  expect(intervals.map(({ module }) => module)).toEqual(['electron/electron-api/watch-computer.ts']);
  expect(intervals.filter(({ everyMs }) => !(everyMs >= LEAST_MS))).toEqual([]);
});

it('a timer that waits looks no oftener whether the computer has slept', () => {
  expect(LOOK_EVERY_MS).toBeGreaterThanOrEqual(LEAST_MS);
});

it('the scripts that stay while it runs neither', () => {
  const shell = repositoryFiles().filter((path) => /^(launcher|scripts)\/(.*\.sh|gatehouse)$/.test(path));
  expect(shell).toContain('launcher/posix/login.sh');
  // One that runs once, in the background, is a limit.
  const sleeps = shell.flatMap((path) =>
    [...textOf(path).matchAll(/\bsleep\s+([\d.]+)(?!\S*\s*&)/g)].map(([, seconds]) => Number(seconds)),
  );
  expect(sleeps.filter((seconds) => !(seconds * 1000 >= LEAST_MS))).toEqual([]);
});
