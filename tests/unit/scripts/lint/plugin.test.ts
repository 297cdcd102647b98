/** Our lint rules, run by the linter on files that break them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..', '..');
const { folder } = tempFolders();

/** The findings of a rule in one file, a line of the file each. */
function findings(rule: string, file: string, lines: readonly string[]): readonly string[] {
  const place = folder();
  mkdirSync(dirname(join(place, file)), { recursive: true });
  writeFileSync(join(place, file), `${lines.join('\n')}\n`);
  const config = { jsPlugins: [join(ROOT, 'scripts/lint/plugin.ts')], rules: { [rule]: 'error' } };
  writeFileSync(join(place, 'lint.json'), JSON.stringify(config));
  const linter = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const args = [
    linter,
    '--config',
    'lint.json',
    '--allow',
    'all',
    '--deny',
    rule,
    '--format',
    'unix',
    file,
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: place, encoding: 'utf8' });
  return [...stdout.matchAll(/^[^:\n]+:(\d+):/gm)].map(([, line]) => lines[Number(line) - 1] ?? '');
}

it('refuses each form of an import that the table does not allow (gatehouse/rooms)', () => {
  const refused = [
    "import '../commands/run-login.ts';",
    "import type { App } from 'electron';",
    "export * from '../../renderer/main.tsx';",
    "export { a } from 'left-pad';",
    "const one = import('../login/login-controller.ts');",
    'const two = import(`../doctor/bundle.ts`);',
    "type Three = import('../frontends/window/attention.ts').Three;",
  ];
  const allowed = ["import { nowhere } from './route.ts';", "import { join } from 'node:path';"];
  expect(findings('gatehouse/rooms', 'electron/network/a.ts', [...allowed, ...refused])).toEqual(
    refused,
  );
});

it('refuses network, storage, Node and markup in the renderer, by each way to name them (gatehouse/mirror)', () => {
  const refused = [
    "void fetch('x');",
    "void window['fetch']('x');",
    'void globalThis[`localStorage`];',
    "document.writeln('x');",
    "element.innerHTML = 'x';",
    'const { sessionStorage: kept } = window;',
  ];
  const allowed = ["const label = 'fetch';", 'void label;'];
  expect(findings('gatehouse/mirror', 'renderer/a.ts', [...allowed, ...refused])).toEqual(refused);
});

it('refuses to tell variants apart by a member (gatehouse/discriminants)', () => {
  const refused = ["const isA = 'a' in value;"];
  expect(findings('gatehouse/discriminants', 'shared/a.ts', refused)).toEqual(refused);
});

it('refuses each form of a title that begins with another word than a verb (gatehouse/titles)', () => {
  const refused = [
    "it('is refused without a key', () => {});",
    "test('the window stays', () => {});",
    "it('SEC-n: refuses a foreign frame', () => {});",
    "it('push: refuses a code', () => {});",
    "it('%s', () => {});",
    'it(`${name}: refused`, () => {});',
    'it(row.name, () => {});',
    "it.each([1])('of %i is refused', () => {});",
    "it.each<readonly [string]>([['a']])('%s: refused', () => {});",
    "it.skipIf(true)('a key is refused', () => {});",
    "it.skipIf(true).concurrent('a key is refused', () => {});",
    "gateTest('the key stays', () => {});",
    "it.concurrent('when a key is missing, ends', () => {});",
    "it(isOdd ? 'refuses a key' : 'a key is refused', () => {});",
  ];
  const allowed = [
    "it('refuses a foreign frame (SEC-n)', () => {});",
    "it('installs, upgrades and removes', () => {});",
    "it('never starts a command', () => {});",
    "it('cannot be forged', () => {});",
    'it(`refuses ${name}`, () => {});',
    "it.each([1])('refuses %i', () => {});",
    "it.skipIf(true)('refuses a key', () => {});",
    'it(title, () => {});',
    "describe('the key', () => {});",
    "test.describe('the key', () => {});",
    "test.skip(true, 'a reason');",
    "await test.step('the key', () => {});",
    "test.skipIf('the key');",
    'isTest(row.name);',
    "edit('the key');",
  ];
  expect(findings('gatehouse/titles', 'tests/a.test.ts', [...allowed, ...refused])).toEqual(
    refused,
  );
});
